package dev.manta.cli.notebook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cli.shell.ShellClassPath;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CellShellTest {
  private static CellShell cells;

  @BeforeAll
  static void open() throws IOException {
    cells = CellShell.open(new ShellClassPath().entries());
  }

  @AfterAll
  static void close() {
    cells.close();
  }

  private static CellResult.Failed failed(String cell) {
    assertThat(cells.run(cell)).isInstanceOf(CellResult.Failed.class);
    return (CellResult.Failed) cells.run(cell);
  }

  @Test
  void aCellHasTheValueOfItsLastExpression() {
    assertThat(cells.run("int a = 3; // three\n\nint twice(int x) {\n  return 2 * x;\n}\ntwice(a)"))
        .isEqualTo(new CellResult.Done(Optional.of("6")));
    assertThat(cells.run("int b = 4;")).isEqualTo(new CellResult.Done(Optional.empty()));
    assertThat(cells.run("// nothing")).isEqualTo(new CellResult.Done(Optional.empty()));
  }

  @Test
  void nothingRunsBehindAnError() {
    CellResult.Failed failed = failed("int c = 1;\nint d = \"two\";\nc = 5;");
    assertThat(failed.name()).isEqualTo("CompilationError");
    assertThat(failed.message()).contains("incompatible types");
    assertThat(failed.lines()).contains("  int d = \"two\";", "          ^");
    assertThat(cells.run("c")).isEqualTo(new CellResult.Done(Optional.of("1")));
  }

  @Test
  void anExceptionIsShownWithItsCause() {
    CellResult.Failed failed =
        failed("throw new IllegalStateException(\"outer\", new RuntimeException(\"inner\"));");
    assertThat(failed.name()).isEqualTo("java.lang.IllegalStateException");
    assertThat(failed.message()).isEqualTo("outer");
    assertThat(failed.lines()).contains("caused by: java.lang.RuntimeException: inner");
  }

  @Test
  void whatMayFollowIsKnownInTheLastSnippetOfACell() {
    CellShell.Completions found = cells.completions("int e = 1;\nMetrics.em", 21);
    assertThat(found.texts()).contains("empty()");
    assertThat(found.from()).isEqualTo(19);
  }

  @Test
  void aCellThatEndsInTheMiddleIsIncomplete() {
    assertThat(cells.completeness("int f = 1;")).isEqualTo("complete");
    assertThat(cells.completeness("void g() {")).isEqualTo("incomplete");
    assertThat(cells.completeness("")).isEqualTo("complete");
  }

  @Test
  void signaturesOfACallAreShown() {
    assertThat(cells.documentation("Metrics.of(", 11)).contains("Metrics.of(String key");
  }
}
