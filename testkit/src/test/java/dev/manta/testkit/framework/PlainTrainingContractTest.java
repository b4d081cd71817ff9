package dev.manta.testkit.framework;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.spi.tensors.TensorHeader;
import dev.manta.testkit.framework.PlainTraining.Config;
import dev.manta.testkit.framework.PlainTraining.Flaw;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Plain Java.
class PlainTrainingContractTest extends TrainingContract {
  Flaw flaw() {
    return Flaw.NONE;
  }

  // region: contract
  @Override
  protected Trainer trainer(Dataset train, int rounds) {
    return Trainer.of(PlainTraining::train, new Config(rounds, flaw())).dataset("train", train);
  }

  // endregion

  @Override
  protected byte[] learned(Checkpoint checkpoint) {
    return checkpoint.asDirectory(PlainTrainingContractTest::weights);
  }

  private static byte[] weights(Path directory) {
    try (FileChannel state = FileChannel.open(directory.resolve("weights.safetensors"))) {
      TensorHeader header = TensorHeader.read(state, "weights");
      byte[] weights = new byte[Math.toIntExact(state.size() - header.dataAt())];
      state.read(ByteBuffer.wrap(weights), header.dataAt());
      return weights;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  protected double loss(Checkpoint checkpoint, Dataset rows) {
    double[] weights = new double[ContractRows.FEATURES.size()];
    ByteBuffer.wrap(learned(checkpoint))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asDoubleBuffer()
        .get(weights);
    List<double[]> all = new ArrayList<>();
    try (Batches<Batch> batches = rows.batches(100)) {
      for (Batch batch : batches) {
        IntStream.range(0, batch.rows()).forEach(row -> all.add(PlainTraining.row(batch, row)));
      }
    }
    return PlainTraining.loss(all, weights) / all.size();
  }
}
