package dev.manta.cli.notebook;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import jdk.jshell.Diag;
import jdk.jshell.EvalException;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.UnresolvedReferenceException;
import org.jspecify.annotations.Nullable;

/// What a notebook shows of code that failed.
final class CellErrors {
  private static final int FRAMES_MAX = 20;

  private CellErrors() {}

  static CellResult.Failed interrupted() {
    String message = "the cell was interrupted";
    return new CellResult.Failed("Interrupted", message, List.of(message));
  }

  /// What failed around a cell, and not in its code: often too little memory or stack to compile
  /// it.
  static CellResult.Failed around(Throwable thrown) {
    String message = "the kernel could not run this cell: " + thrown;
    List<String> lines = new ArrayList<>(List.of(message));
    lines.addAll(frames(thrown));
    return new CellResult.Failed(thrown.getClass().getName(), message, lines);
  }

  private static List<String> frames(Throwable thrown) {
    return Stream.of(thrown.getStackTrace())
        .limit(FRAMES_MAX)
        .map(frame -> "    at " + frame)
        .toList();
  }

  /// The compiler's messages, each below the line that it is about.
  static CellResult.Failed rejected(Snippet snippet, JShell shell) {
    List<String> lines = new ArrayList<>();
    shell
        .diagnostics(snippet)
        .filter(Diag::isError)
        .forEach(each -> lines.addAll(lines(snippet, each)));
    String first = lines.isEmpty() ? "the cell does not compile" : lines.getFirst();
    return new CellResult.Failed("CompilationError", first, lines);
  }

  private static List<String> lines(Snippet snippet, Diag error) {
    String source = snippet.source();
    int at = Math.clamp(error.getPosition(), 0, source.length());
    int begin = source.lastIndexOf('\n', at - 1) + 1;
    int end = source.indexOf('\n', at);
    String line = source.substring(begin, end < 0 ? source.length() : end);
    List<String> lines = new ArrayList<>(error.getMessage(Locale.ROOT).lines().toList());
    lines.add("  " + line);
    lines.add("  " + " ".repeat(at - begin) + "^");
    return lines;
  }

  /// An exception of the cell's code, and what caused it.
  static CellResult.Failed of(JShellException thrown, JShell shell) {
    List<String> lines = new ArrayList<>();
    String caused = "";
    for (@Nullable Throwable each = thrown; each != null; each = each.getCause()) {
      lines.add(caused + title(each, shell));
      lines.addAll(frames(each));
      caused = "caused by: ";
    }
    return new CellResult.Failed(name(thrown), message(thrown, shell), lines);
  }

  private static String title(Throwable thrown, JShell shell) {
    return name(thrown) + ": " + message(thrown, shell);
  }

  private static String name(Throwable thrown) {
    return thrown instanceof EvalException evaluated
        ? evaluated.getExceptionClassName()
        : thrown.getClass().getSimpleName();
  }

  private static String message(Throwable thrown, JShell shell) {
    if (thrown instanceof UnresolvedReferenceException unresolved) {
      List<String> missing = shell.unresolvedDependencies(unresolved.getSnippet()).toList();
      return unresolved.getSnippet().name() + " needs " + String.join(", ", missing);
    }
    return Objects.requireNonNullElse(thrown.getMessage(), "");
  }
}
