package dev.manta.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OptunaStudiesTest {
  @TempDir Path directory;

  @Test
  void aLineThatWasCutOffIsLeftOut() throws Exception {
    Path file = directory.resolve("studies.tsv");
    Files.writeString(file, "gp\tsphere\tseed 0\t0.5\ngp\tsphere\tseed 1\t0.2");
    assertThat(OptunaStudies.read(file)).containsOnlyKeys("gp\tsphere\tseed 0");
  }

  @Test
  void withoutAFileNoStudyIsKept() throws Exception {
    assertThat(OptunaStudies.read(directory.resolve("studies.tsv"))).isEmpty();
  }

  @Test
  void aFunctionThatIsDefinedOtherwiseIsAnotherStudy() {
    TestFunction before = square(0);
    assertThat(OptunaStudies.name("gp", square(0), 1, 100))
        .isEqualTo(OptunaStudies.name("gp", before, 1, 100))
        .isNotEqualTo(OptunaStudies.name("gp", square(0.1), 1, 100))
        .isNotEqualTo(OptunaStudies.name("gp", before, 2, 100));
  }

  private static TestFunction square(double least) {
    return new TestFunction(
        "square", new double[] {-1}, new double[] {1}, 0, x -> Math.pow(x[0] - least, 2));
  }
}
