package dev.manta.torch.runs;

import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that train, in batches of 32 rows over all ranks.
@Timeout(300)
abstract class TrainingTest {
  static final double TOLERANCE = 1e-5;
  static final int BATCH = 32;

  @TempDir Path directory = Path.of("");
  Runs runs = new Runs(directory);

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  /// What one process learns, to compare others with.
  Weights alone(TrainLoop<Config> loop, int rows) throws IOException {
    return runs.alone(loop, out -> new Config(out, rows, BATCH, ""));
  }

  Weights weights(int ranks, TrainLoop<Config> loop, int rows) throws IOException {
    return runs.weights(ranks, loop, out -> new Config(out, rows, BATCH, ""));
  }
}
