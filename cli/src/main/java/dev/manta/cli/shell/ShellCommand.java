package dev.manta.cli.shell;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import jdk.jshell.tool.JavaShellToolBuilder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `manta shell`
@Command(
    name = "shell",
    description = {
      "Type Java and train with it: JShell, whose loops run in worker processes.",
      "Ctrl-C stops a run with a checkpoint."
    })
public final class ShellCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description = "Snippets to begin with; - for standard input, after which the shell ends.")
  List<String> files = new ArrayList<>();

  @Mixin ShellClassPath classPath = new ShellClassPath();

  @Override
  public Integer call() throws Exception {
    Path imports = Files.createTempFile("manta-shell", ".jsh");
    try {
      Files.write(imports, StartImports.lines());
      return JavaShellToolBuilder.builder().start(arguments(imports));
    } finally {
      Files.deleteIfExists(imports);
    }
  }

  private String[] arguments(Path imports) {
    List<String> all = new ArrayList<>(List.of("--execution", SnippetExecutionProvider.NAME));
    all.addAll(List.of("--class-path", String.join(File.pathSeparator, classPath.entries())));
    all.addAll(List.of("--startup", "DEFAULT", "--startup", imports.toString()));
    all.addAll(files);
    return all.toArray(String[]::new);
  }
}
