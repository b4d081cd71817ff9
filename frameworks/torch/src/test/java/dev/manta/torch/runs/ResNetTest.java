package dev.manta.torch.runs;

import dev.manta.torch.distributed.Backend;
import dev.manta.torch.runs.Programs.Config;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The same for a ResNet, whose batch norms see only their rank's rows unless they are
/// synchronised. The last of five batches is uneven.
class ResNetTest extends TrainingTest {
  private static final int ROWS = 37;

  @Tag("campaign")
  @Test
  void ranksWithFrozenBatchNormEqualOneProcess() throws Exception {
    Weights one = alone("frozen");
    resnet(2, "frozen").requireEqualRanks().requireClose(one, TOLERANCE);
    resnet(4, "frozen").requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void ranksWithSynchronisedBatchNormEqualOneProcess() throws Exception {
    Weights one = alone("synchronised");
    resnet(2, "synchronised").requireEqualRanks().requireClose(one, TOLERANCE);
    resnet(4, "synchronised").requireEqualRanks().requireClose(one, TOLERANCE);
  }

  @Test
  void ranksWithSynchronisedBatchNormEqualOneProcessByPyTorchsReducerToo() throws Exception {
    Weights one = alone("synchronised");
    runs.weights(
            2,
            Programs::resnet,
            out -> new Config(out, ROWS, 8, "synchronised"),
            trainer -> trainer.backend(Backend.GLOO))
        .requireEqualRanks()
        .requireClose(one, TOLERANCE);
  }

  @Tag("campaign")
  @Test
  void ranksWithPlainBatchNormStayEqualAndRepeat() throws Exception {
    Weights first = resnet(2, "plain").requireEqualRanks();
    resnet(2, "plain").requireEqualRanks().requireSame(first);
  }

  private Weights alone(String mode) throws Exception {
    return runs.alone(Programs::resnet, out -> new Config(out, ROWS, 8, mode));
  }

  private Weights resnet(int ranks, String mode) throws Exception {
    return runs.weights(ranks, Programs::resnet, out -> new Config(out, ROWS, 8, mode));
  }
}
