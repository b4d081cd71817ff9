package dev.manta.xgboost;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.testkit.framework.TrainingContract;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// XGBoost.
class XGBoostTrainingContractTest extends TrainingContract {
  private static final Map<String, Object> PARAMETERS =
      Map.of("objective", "binary:logistic", "max_depth", 3, "eta", 0.1);

  @Override
  protected Trainer trainer(Dataset train, int rounds) {
    Map<String, Object> draws = new HashMap<>(PARAMETERS);
    draws.putAll(Map.of("subsample", 0.8, "colsample_bynode", 0.75));
    return trainer(draws, train, rounds);
  }

  /// Subsamples are drawn by each rank from its own rows, and bins are estimates where there are
  /// more values than bins.
  @Override
  protected Trainer compared(Dataset train, int rounds) {
    Map<String, Object> exact = new HashMap<>(PARAMETERS);
    exact.put("max_bin", 1024);
    return trainer(exact, train, rounds);
  }

  private static Trainer trainer(Map<String, Object> parameters, Dataset train, int rounds) {
    return XGBoostTrainer.of(parameters)
        .label(ContractRows.LABEL)
        .rounds(rounds)
        .dataset("train", train)
        .trainer();
  }

  @Override
  protected String metric() {
    return "train-logloss";
  }

  @Override
  protected int rounds() {
    return 500;
  }

  @Override
  protected byte[] learned(Checkpoint checkpoint) {
    return XGBoostModel.load(checkpoint).bytes();
  }

  @Override
  protected double loss(Checkpoint checkpoint, Dataset rows) {
    double loss = 0;
    int count = 0;
    try (XGBoostPredictor predictor = XGBoostModel.load(checkpoint).predictor();
        Batches<Batch> batches = rows.batches(100)) {
      for (Batch batch : batches) {
        float[] labels = batch.floats(ContractRows.LABEL);
        float[] chances = predictor.apply(batch).floats(XGBoostPredictor.COLUMN);
        for (int i = 0; i < labels.length; i++) {
          loss -= Math.log(labels[i] == 1 ? chances[i] : 1 - chances[i]);
          count++;
        }
      }
    }
    return loss / count;
  }

  @Test
  void fourWorkersLearnTheSameThroughAKillAndAResume() throws Exception {
    requireSameThroughAKillAndAResumeOf(4);
  }
}
