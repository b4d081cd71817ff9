package dev.manta.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import org.jspecify.annotations.Nullable;

/// A shell as `manta shell` opens it, and what is typed there.
final class TypedShell implements AutoCloseable {
  private final JShell shell;

  TypedShell() throws IOException {
    this.shell = JShell.builder().executionEngine(new SnippetExecutionProvider(), Map.of()).build();
    new ShellClassPath().entries().forEach(shell::addToClasspath);
    StartImports.lines().forEach(this::type);
  }

  /// Types a snippet, which must be understood; its value.
  String type(String snippet) {
    SnippetEvent event = event(snippet);
    assertThat(event.exception()).as(snippet).isNull();
    return event.value() == null ? "" : event.value();
  }

  /// Types a snippet that throws; what it says.
  String failure(String snippet) {
    @Nullable JShellException thrown = event(snippet).exception();
    assertThat(thrown).as(snippet).isNotNull();
    return String.valueOf(thrown.getMessage());
  }

  private SnippetEvent event(String snippet) {
    List<SnippetEvent> events = shell.eval(snippet);
    SnippetEvent first = events.getFirst();
    List<String> errors =
        shell.diagnostics(first.snippet()).map(each -> each.getMessage(null)).toList();
    assertThat(first.status()).as("%s: %s", snippet, errors).isEqualTo(Snippet.Status.VALID);
    return first;
  }

  /// As the terminal does at Ctrl-C.
  void interrupt() {
    shell.stop();
  }

  @Override
  public void close() {
    shell.close();
  }
}
