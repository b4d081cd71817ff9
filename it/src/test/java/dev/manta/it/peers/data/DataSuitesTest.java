package dev.manta.it.peers.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.peers.Outcome;
import dev.manta.it.peers.Python;
import dev.manta.it.peers.Round;
import dev.manta.it.peers.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// A fixed part of what `./dev peers-check` compares, where Python is there; the corpora of the
/// module `formats` are for machines without.
@Timeout(300)
class DataSuitesTest {
  private static final int CASES = 25;

  @TempDir Path directory = Path.of("");

  static List<Suite> suites() {
    return List.of(new FilesSuite(), new ImagesSuite(), new TablesSuite());
  }

  @ParameterizedTest
  @MethodSource("suites")
  void whatIsReadIsWhatPythonReads(Suite suite) throws IOException, InterruptedException {
    Python python = Python.installed();
    Assumptions.assumeTrue(
        python.has("pyarrow", "polars", "pandas", "PIL", "sklearn"), "./dev peers installs them");
    Outcome outcome = suite.run(new Round(1, CASES, directory, python));
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.cases()).isEqualTo(CASES);
  }
}
