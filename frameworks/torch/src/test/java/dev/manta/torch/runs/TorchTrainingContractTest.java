package dev.manta.torch.runs;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.testkit.framework.TrainingContract;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.nn.Module;
import dev.manta.torch.runs.ContractTraining.Config;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.Tensor;

/// PyTorch.
class TorchTrainingContractTest extends TrainingContract {
  @Override
  protected Trainer trainer(Dataset train, int rounds) {
    return TorchTrainer.of(ContractTraining::train, new Config(rounds))
        .dataset("train", train)
        .trainer();
  }

  @Override
  protected byte[] learned(Checkpoint checkpoint) {
    Module model = Torch.loadForInference(checkpoint, ContractTraining.model());
    ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
    for (Tensor parameter : model.parameters()) {
      float[] values = new float[(int) parameter.numel()];
      parameter.detach().contiguous().data_ptr_float().get(values);
      for (float value : values) {
        bytes.putFloat(value);
      }
    }
    return bytes.array();
  }

  @Override
  protected double loss(Checkpoint checkpoint, Dataset rows) {
    Predictor predictor =
        Predictor.of(Torch.loadForInference(checkpoint, ContractTraining.model()));
    double sum = 0;
    long count = 0;
    try (Batches<Batch> batches = rows.batches(100)) {
      for (Batch batch : batches) {
        float[][] scores = predictor.predict(features(batch));
        for (int row = 0; row < batch.rows(); row++) {
          sum += loss(scores[row], (int) batch.column(ContractRows.LABEL).realAt(row));
        }
        count += batch.rows();
      }
    }
    return sum / count;
  }

  private static float[][] features(Batch batch) {
    float[][] rows = new float[batch.rows()][ContractRows.FEATURES.size()];
    for (int row = 0; row < rows.length; row++) {
      for (int i = 0; i < rows[row].length; i++) {
        rows[row][i] = (float) batch.column(ContractRows.FEATURES.get(i)).realAt(row);
      }
    }
    return rows;
  }

  private static double loss(float[] scores, int label) {
    double most = Math.max(scores[0], scores[1]);
    return most + Math.log(Math.exp(scores[0] - most) + Math.exp(scores[1] - most)) - scores[label];
  }
}
