package dev.manta.torch.runs;

import dev.manta.torch.distributed.Backend;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/// Models that are not of Manta's tree are trained like those that are. The last of four batches is
/// uneven.
class ForeignModelsTest extends TrainingTest {
  private static final int ROWS = 103;

  @Test
  void aModuleOfJavaCppIsTrainedAsItIs() throws Exception {
    requireOneEqualsTwo(ForeignPrograms::raw);
  }

  @Test
  void aModuleOfJavaCppIsTrainedAsItIsByPyTorchsReducer() throws Exception {
    Weights one = alone(ForeignPrograms::raw, ROWS);
    runs.weights(
            2,
            ForeignPrograms::raw,
            out -> new Config(out, ROWS, BATCH, ""),
            trainer -> trainer.backend(Backend.GLOO))
        .requireEqualRanks()
        .requireClose(one, TOLERANCE);
  }

  @Test
  void aModuleOfJavaCppIsTrainedAsAPartOfTheTree() throws Exception {
    requireOneEqualsTwo(ForeignPrograms::adopted);
  }

  @Test
  void aScriptIsTrained() throws Exception {
    requireOneEqualsTwo(ForeignPrograms::script);
  }

  private void requireOneEqualsTwo(TrainLoop<Config> loop) throws IOException {
    Weights one = alone(loop, ROWS);
    weights(2, loop, ROWS).requireEqualRanks().requireClose(one, TOLERANCE);
  }
}
