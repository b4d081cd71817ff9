package dev.manta.it.peers.training;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.peers.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A fixed part of what `./dev peers-check` compares, against files that Python wrote;
/// `-Dmanta.golden=write` writes them again, with the Python of `./dev peers`.
@Timeout(300)
class TrainingSuiteTest {
  private static final Path GOLDEN =
      Path.of("src", "test", "resources", "dev", "manta", "it", "peers", "training");

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model=mlp type=f64 optimizer=adamw groups=2 unused=sometimes together=2 schedule=cosine"
            + " scheduled=after clip=0.3 rows=43 batch=9 epochs=3 evaluates=yes workers=2"
            + " backend=MANTA ends=stopped at=2",
        "model=linear type=f64 optimizer=rmsprop-centered groups=1 unused=none together=3"
            + " schedule=step scheduled=before clip=0 rows=38 batch=7 epochs=3 evaluates=no"
            + " workers=3 backend=MANTA ends=killed at=2",
        "model=linear type=f64 optimizer=sgd-nesterov groups=2 unused=both together=2 schedule=none"
            + " scheduled=before clip=0 rows=31 batch=8 epochs=2 evaluates=no workers=2"
            + " backend=GLOO ends=fails at=2"
      })
  void setupsLearnWhatOnePythonProcessDoes(String text) throws Exception {
    Setup setup = Setup.parse(text);
    Path golden = GOLDEN.resolve(setup.get("model") + "-" + setup.get("optimizer") + ".txt");
    if ("write".equals(System.getProperty("manta.golden"))) {
      write(text, golden);
    }
    var there = new Values(TrainingSuite.values(golden), Map.of());
    assertThat(TrainingSuite.compare(setup, directory, there)).isEmpty();
  }

  private void write(String text, Path golden) throws IOException, InterruptedException {
    Path asked = Files.writeString(directory.resolve("setups"), text);
    Python.installed().run("training.py", List.of(asked.toString(), directory.toString()));
    Files.createDirectories(golden.getParent());
    Files.move(directory.resolve("python-0"), golden);
  }
}
