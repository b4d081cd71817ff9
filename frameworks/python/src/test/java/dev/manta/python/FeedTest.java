package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.testkit.python.Python;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The script of the page that tells how scripts are fed.
@Timeout(180)
class FeedTest {
  private static final int ROWS = 500;

  @TempDir Path directory;

  @Test
  void theScriptLearnsFromTheRowsOfItsDataset() throws IOException {
    String python = Python.with("torch").toString();
    Result result = train(python, points().toString(), directory.resolve("runs").toString());
    assertThat((Double) result.metrics().get("loss")).isLessThan(1e-3);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  private static Result train(String python, String rows, String storage) {
    // region: trainer
    return PythonTrainer.script("../../examples-python/feed.py")
        .python(python)
        .dataset("train", Dataset.csv(rows).shuffle(7))
        .scaling(ScalingConfig.workers(2))
        .run(RunConfig.named("feed").storage(storage))
        .fit();
    // endregion
  }

  private Path points() throws IOException {
    var random = new Random(1);
    var lines = new StringBuilder("a,b,y\n");
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextDouble(-1, 1);
      double b = random.nextDouble(-1, 1);
      lines.append(String.format(Locale.ROOT, "%s,%s,%s%n", a, b, 3 * a - 2 * b + 1));
    }
    return Files.writeString(directory.resolve("points.csv"), lines);
  }
}
