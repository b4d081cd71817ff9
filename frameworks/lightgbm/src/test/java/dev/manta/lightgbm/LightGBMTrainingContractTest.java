package dev.manta.lightgbm;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.testkit.framework.TrainingContract;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// LightGBM.
class LightGBMTrainingContractTest extends TrainingContract {
  record Params(String objective, int numLeaves, double learningRate, int minDataInLeaf) {}

  @Override
  protected Trainer trainer(Dataset train, int rounds) {
    return LightGBMTrainer.of(new Params("binary", 7, 0.02, 1))
        .label(ContractRows.LABEL)
        .rounds(rounds)
        .dataset("train", train)
        .trainer();
  }

  @Override
  protected String metric() {
    return "train-binary_logloss";
  }

  @Override
  protected byte[] learned(Checkpoint checkpoint) {
    return LightGBMModel.load(checkpoint).text().getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected double loss(Checkpoint checkpoint, Dataset rows) {
    double sum = 0;
    long count = 0;
    try (Batches<Batch> batches = LightGBMModel.load(checkpoint).predict(rows).batches(100)) {
      for (Batch batch : batches) {
        for (int row = 0; row < batch.rows(); row++) {
          double share = batch.column(LightGBMPredictor.COLUMN).realAt(row);
          sum -= Math.log(batch.column(ContractRows.LABEL).realAt(row) > 0 ? share : 1 - share);
        }
        count += batch.rows();
      }
    }
    return sum / count;
  }

  @Test
  void fourWorkersLearnTheSameThroughAKillAndAResume() throws Exception {
    requireSameThroughAKillAndAResumeOf(4);
  }
}
