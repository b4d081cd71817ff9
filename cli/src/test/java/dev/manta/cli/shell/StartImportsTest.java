package dev.manta.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartImportsTest {
  @Test
  void noTwoClassesOfOneNameAreImportedByName() throws IOException {
    assertThat(byName(StartImports.lines(_ -> true)))
        .containsExactly(
            "import dev.manta.torch.nn.Module;", "import dev.manta.xgboost.Objective;");
  }

  @Test
  void whereOnlyOneOfTwoFrameworksIsThereItsClassIsImported() throws IOException {
    assertThat(byName(StartImports.lines("dev.manta.lightgbm.LightGBM"::equals)))
        .containsExactly("import dev.manta.lightgbm.Objective;");
  }

  private static List<String> byName(List<String> lines) {
    return lines.stream().filter(line -> !line.endsWith("*;")).toList();
  }

  @Test
  void noLineIsThereTwice() throws IOException {
    assertThat(StartImports.lines(_ -> true))
        .doesNotHaveDuplicates()
        .contains("import dev.manta.lightgbm.*;", "import dev.manta.tabular.*;");
  }
}
