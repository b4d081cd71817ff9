package dev.manta.torch.runs;

import dev.manta.torch.runs.Programs.Config;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Ranks on parts of batches learn what one process learns on whole ones.
@Timeout(300)
class MlpTest {
  private static final double TOLERANCE = 1e-5;

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
  }

  @Test
  void twoRanksEqualOneProcessAfterTwentySteps() throws Exception {
    Weights one = runs.weights(1, Programs::mlp, out -> new Config(out, 640, 32, ""));
    Weights two = runs.weights(2, Programs::mlp, out -> new Config(out, 640, 32, ""));
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void unevenLastBatchesCountByTheirRows() throws Exception {
    Weights one = runs.weights(1, Programs::mlp, out -> new Config(out, 627, 32, ""));
    Weights two = runs.weights(2, Programs::mlp, out -> new Config(out, 627, 32, ""));
    Weights four = runs.weights(4, Programs::mlp, out -> new Config(out, 627, 32, ""));
    two.requireEqualRanks().requireClose(one, TOLERANCE);
    four.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void ranksWithoutRowsTakePart() throws Exception {
    Weights one = runs.weights(1, Programs::mlp, out -> new Config(out, 609, 32, ""));
    Weights four = runs.weights(4, Programs::mlp, out -> new Config(out, 609, 32, ""));
    four.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void aSecondRunIsBitIdentical() throws Exception {
    Weights first = runs.weights(2, Programs::mlp, out -> new Config(out, 320, 32, ""));
    Weights second = runs.weights(2, Programs::mlp, out -> new Config(out, 320, 32, ""));
    second.requireSame(first);
  }
}
