package dev.manta.tensorflow.runs;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.tensorflow.Predictor;
import dev.manta.tensorflow.TensorflowTrainer;
import dev.manta.tensorflow.runs.ContractTraining.Config;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.testkit.framework.TrainingContract;
import java.nio.file.Files;
import java.util.Arrays;

/// TensorFlow.
class TensorflowTrainingContractTest extends TrainingContract {
  @Override
  protected Trainer trainer(Dataset train, int rounds) {
    return TensorflowTrainer.of(ContractTraining::train, new Config(rounds))
        .dataset("train", train)
        .trainer();
  }

  @Override
  protected byte[] learned(Checkpoint checkpoint) {
    return checkpoint.asDirectory(
        directory -> {
          try {
            return Files.readAllBytes(directory.resolve("variables.safetensors"));
          } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  @Override
  protected double loss(Checkpoint checkpoint, Dataset rows) {
    double sum = 0;
    long count = 0;
    try (Predictor predictor = Predictor.of(checkpoint);
        Batches<Batch> batches = rows.batches(100)) {
      for (Batch batch : batches) {
        float[][] logits = predictor.predict(features(batch));
        for (int row = 0; row < batch.rows(); row++) {
          sum += loss(logits[row], (int) batch.column(ContractRows.LABEL).wholeAt(row));
        }
        count += batch.rows();
      }
    }
    return sum / count;
  }

  private static float[][] features(Batch batch) {
    int width = ContractRows.FEATURES.size();
    float[] all = batch.matrix(ContractRows.FEATURES);
    float[][] rows = new float[batch.rows()][];
    Arrays.setAll(rows, row -> Arrays.copyOfRange(all, row * width, (row + 1) * width));
    return rows;
  }

  private static double loss(float[] logits, int label) {
    double most = Math.max(logits[0], logits[1]);
    return most + Math.log(Math.exp(logits[0] - most) + Math.exp(logits[1] - most)) - logits[label];
  }
}
