package dev.manta.djl;

import ai.djl.Model;
import ai.djl.inference.Predictor;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.nn.Parameter;
import ai.djl.training.loss.Loss;
import ai.djl.translate.NoopTranslator;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.djl.ContractTraining.Config;
import dev.manta.testkit.framework.TrainingContract;
import java.nio.ByteBuffer;

/// DJL.
class DjlTrainingContractTest extends TrainingContract {
  @Override
  protected Trainer trainer(Dataset train, int rounds) {
    return DjlTrainer.of(ContractTraining::train, new Config(rounds))
        .dataset("train", train)
        .trainer();
  }

  private static Model model(Checkpoint checkpoint) {
    return Djl.loadForInference(checkpoint, ContractTraining.block(), ContractTraining.INPUT);
  }

  @Override
  protected byte[] learned(Checkpoint checkpoint) {
    ByteBuffer bytes = ByteBuffer.allocate(1 << 12);
    try (Model model = model(checkpoint)) {
      for (Parameter each : model.getBlock().getParameters().values()) {
        for (float value : each.getArray().toFloatArray()) {
          bytes.putFloat(value);
        }
      }
    }
    return bytes.array();
  }

  /// In none of five runs did its process train on: one that takes long to come out of a library is
  /// replaced.
  @Override
  protected boolean survivorIsReplaced() {
    return true;
  }

  @Override
  protected double loss(Checkpoint checkpoint, Dataset rows) throws Exception {
    double sum = 0;
    long count = 0;
    try (Model model = model(checkpoint);
        Predictor<NDList, NDList> predictor = model.newPredictor(new NoopTranslator());
        Batches<Batch> batches = rows.batches(100)) {
      for (Batch batch : batches) {
        NDList labels = ContractTraining.COLUMNS.labels(model.getNDManager(), batch);
        NDList data = ContractTraining.COLUMNS.data(model.getNDManager(), batch);
        NDArray loss = Loss.softmaxCrossEntropyLoss().evaluate(labels, predictor.predict(data));
        sum += batch.rows() * loss.getFloat();
        count += batch.rows();
      }
    }
    return sum / count;
  }
}
