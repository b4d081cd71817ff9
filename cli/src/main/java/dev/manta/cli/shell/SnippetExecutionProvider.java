package dev.manta.cli.shell;

import java.io.IOException;
import java.util.Map;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControlProvider;
import jdk.jshell.spi.ExecutionEnv;

/// How JShell finds what runs snippets, by the name `manta`.
public final class SnippetExecutionProvider implements ExecutionControlProvider {
  static final String NAME = "manta";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public ExecutionControl generate(ExecutionEnv shell, Map<String, String> parameters)
      throws IOException {
    ClassLoader program = SnippetExecutionProvider.class.getClassLoader();
    return new SnippetExecution(SnippetClasses.below(program));
  }
}
