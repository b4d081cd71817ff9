package dev.manta.torch.runs;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Ranks on parts of batches learn what one process learns on whole ones.
class MlpTest extends TrainingTest {

  @Test
  void twoRanksEqualOneProcessAfterTwentySteps() throws Exception {
    Weights one = alone(Programs::mlp, 640);
    Weights two = weights(2, Programs::mlp, 640);
    two.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void unevenLastBatchesCountByTheirRows() throws Exception {
    Weights one = alone(Programs::mlp, 627);
    Weights two = weights(2, Programs::mlp, 627);
    Weights four = weights(4, Programs::mlp, 627);
    two.requireEqualRanks().requireClose(one, TOLERANCE);
    four.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void ranksWithoutRowsTakePart() throws Exception {
    Weights one = alone(Programs::mlp, 609);
    Weights four = weights(4, Programs::mlp, 609);
    four.requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Tag("campaign")
  @Test
  void aSecondRunIsBitIdentical() throws Exception {
    Weights first = weights(2, Programs::mlp, 320);
    Weights second = weights(2, Programs::mlp, 320);
    second.requireSame(first);
  }
}
