package dev.manta.cli.notebook;

import dev.manta.cli.shell.SnippetExecutionProvider;
import dev.manta.cli.shell.StartImports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.JShellException;
import jdk.jshell.Snippet;
import jdk.jshell.SnippetEvent;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;

/// The shell that runs the cells of a notebook, one snippet after the other.
final class CellShell implements AutoCloseable {
  private static final String OWN_IMPORT = "import static dev.manta.cli.notebook.Notebook.*;";

  private final JShell shell;
  private final SourceCodeAnalysis analysis;
  private volatile boolean interrupted;

  private CellShell(JShell shell) {
    this.shell = shell;
    this.analysis = shell.sourceCodeAnalysis();
  }

  /// @param classPath what cells are compiled against, besides the JDK
  static CellShell open(List<String> classPath) throws IOException {
    JShell shell =
        JShell.builder().executionEngine(new SnippetExecutionProvider(), Map.of()).build();
    classPath.forEach(shell::addToClasspath);
    var cells = new CellShell(shell);
    cells.run("import module java.base;");
    StartImports.lines().forEach(cells::run);
    cells.run(OWN_IMPORT);
    return cells;
  }

  /// Runs a cell until its end, its first error, or an interrupt.
  CellResult run(String cell) {
    interrupted = false;
    CellResult result = new CellResult.Done(Optional.empty());
    String rest = cell;
    while (result instanceof CellResult.Done && !rest.isBlank()) {
      CompletionInfo next = analysis.analyzeCompletion(rest);
      if (next.completeness() == SourceCodeAnalysis.Completeness.EMPTY) {
        return result; // nothing but comments is left
      }
      if (interrupted) {
        return CellErrors.interrupted();
      }
      boolean whole = next.completeness().isComplete();
      result = evaluate(whole ? next.source() : rest);
      rest = whole ? next.remaining() : "";
    }
    return result;
  }

  private CellResult evaluate(String source) {
    CellResult result = new CellResult.Done(Optional.empty());
    for (SnippetEvent event : shell.eval(source)) {
      if (event.causeSnippet() == null) {
        result = result(event);
      }
    }
    return result;
  }

  private CellResult result(SnippetEvent event) {
    JShellException thrown = event.exception();
    if (thrown != null) {
      return CellErrors.of(thrown, shell);
    }
    return switch (event.status()) {
      case REJECTED -> CellErrors.rejected(event.snippet(), shell);
      case RECOVERABLE_DEFINED, RECOVERABLE_NOT_DEFINED -> incomplete(event);
      case VALID, OVERWRITTEN, DROPPED, NONEXISTENT ->
          wasCut(event) ? CellErrors.interrupted() : new CellResult.Done(value(event));
    };
  }

  /// Code that was stopped has neither a value nor an exception.
  private static boolean wasCut(SnippetEvent event) {
    return event.snippet().subKind().isExecutable() && event.value() == null;
  }

  private static boolean isExpression(Snippet snippet) {
    return snippet.kind() == Snippet.Kind.EXPRESSION
        || snippet.subKind() == Snippet.SubKind.TEMP_VAR_EXPRESSION_SUBKIND;
  }

  private static Optional<String> value(SnippetEvent event) {
    return isExpression(event.snippet())
        ? Optional.ofNullable(event.value()).filter(text -> !text.isEmpty())
        : Optional.empty();
  }

  /// What was declared needs something that is not there yet, which may come in a later cell.
  private CellResult incomplete(SnippetEvent event) {
    if (event.snippet() instanceof DeclarationSnippet declared) {
      List<String> missing = shell.unresolvedDependencies(declared).toList();
      System.err.println(
          "%s is declared, and cannot be used until this is: %s"
              .formatted(declared.name(), String.join(", ", missing)));
    }
    return new CellResult.Done(Optional.empty());
  }

  /// Whether a cell can be run as it stands: `complete`, `incomplete` or `invalid`.
  String completeness(String cell) {
    String rest = cell;
    while (!rest.isBlank()) {
      CompletionInfo next = analysis.analyzeCompletion(rest);
      switch (next.completeness()) {
        case DEFINITELY_INCOMPLETE, CONSIDERED_INCOMPLETE -> {
          return "incomplete";
        }
        case UNKNOWN -> {
          return "invalid";
        }
        case EMPTY -> {
          return "complete";
        }
        case COMPLETE, COMPLETE_WITH_SEMI -> rest = next.remaining();
      }
    }
    return "complete";
  }

  /// Texts that complete what is before the cursor.
  ///
  /// @param from where the text begins that they replace
  record Completions(int from, List<String> texts) {
    Completions {
      texts = List.copyOf(texts);
    }
  }

  Completions completions(String cell, int cursor) {
    int before = startOfSnippet(cell, cursor);
    var anchor = new int[1];
    String snippet = cell.substring(before);
    List<String> texts = new ArrayList<>();
    analysis.completionSuggestions(snippet, cursor - before, anchor).stream()
        .map(SourceCodeAnalysis.Suggestion::continuation)
        .distinct()
        .forEach(texts::add);
    return new Completions(before + anchor[0], texts);
  }

  /// Signatures of what the cursor stands in, if it is a call or a name.
  String documentation(String cell, int cursor) {
    int before = startOfSnippet(cell, cursor);
    List<String> found =
        analysis.documentation(cell.substring(before), cursor - before, false).stream()
            .map(SourceCodeAnalysis.Documentation::signature)
            .toList();
    return String.join("\n", found);
  }

  private int startOfSnippet(String cell, int cursor) {
    int start = 0;
    while (start < cursor) {
      CompletionInfo next = analysis.analyzeCompletion(cell.substring(start, cursor));
      int rest = next.remaining().length();
      if (!next.completeness().isComplete() || rest == 0 || rest == cursor - start) {
        return start;
      }
      start = cursor - rest;
    }
    return start;
  }

  /// Ends what runs: a run with a checkpoint, other code at once.
  void interrupt() {
    interrupted = true;
    shell.stop();
  }

  @Override
  public void close() {
    shell.close();
  }
}
