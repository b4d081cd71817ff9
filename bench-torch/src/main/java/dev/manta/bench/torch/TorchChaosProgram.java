package dev.manta.bench.torch;

import dev.manta.bench.chaos.DisturbedTraining;
import dev.manta.bench.chaos.Trace;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;

/// The PyTorch training that is disturbed: a small network with dropout, and a shuffled loader.
public final class TorchChaosProgram {
  private static final int LANES = 8;
  private static final int FEATURES = 20;
  private static final int CLASSES = 4;
  private static final int HIDDEN = 64;

  private TorchChaosProgram() {}

  /// Takes a [DisturbedTraining].
  public static void main(String[] args) throws IOException {
    DisturbedTraining settings = DisturbedTraining.parse(args);
    var trainer = TorchTrainer.of(TorchChaosProgram::train, settings);
    settings.finish(trainer.scaling(settings.scaling()).run(settings.run()).fit());
  }

  /// The training function; the samples' own numbers are a column of the data.
  public static String train(TrainContext<DisturbedTraining> ctx)
      throws IOException, InterruptedException {
    DisturbedTraining settings = ctx.config();
    Torch torch = Torch.of(ctx).seed(1);
    if (settings.exact()) {
      torch.exact(LANES);
    }
    Module model = torch.prepare(network());
    var optimizer = torch.prepare(new AdamW(model.parameters(), 1e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    DataLoader loader =
        torch.prepare(
            DataLoader.of(data(), DisturbedTraining.ROWS_OF_STEP).acrossRanks().shuffle(1));
    try (var trace = Trace.open(settings.directory(), ctx.rank(), ctx.attempt())) {
      for (int epoch : ctx.epochs(settings.epochs())) {
        for (TensorBatch batch : loader.epoch(epoch)) {
          settings.begin(ctx, trace, epoch, numbers(batch));
          optimizer.zeroGrad();
          torch.backward(batch, rows -> Losses.crossEntropy(model.call(rows.x()), rows.y()));
          optimizer.step();
          settings.end(ctx);
        }
        ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
      }
    }
    return sha256(model);
  }

  private static Sequential network() {
    return new Sequential(
        new Linear(FEATURES, HIDDEN), new ReLU(), new Dropout(0.2), new Linear(HIDDEN, CLASSES));
  }

  private static TensorDataset data() {
    var random = new Random(5);
    float[] values = new float[DisturbedTraining.ROWS * FEATURES];
    long[] classes = new long[DisturbedTraining.ROWS];
    long[] numbers = new long[DisturbedTraining.ROWS];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() - 0.5f;
    }
    for (int i = 0; i < DisturbedTraining.ROWS; i++) {
      classes[i] = random.nextInt(CLASSES);
      numbers[i] = i;
    }
    return TensorDataset.of(
        Tensor.create(values, DisturbedTraining.ROWS, FEATURES),
        Tensor.create(classes, DisturbedTraining.ROWS),
        Tensor.create(numbers, DisturbedTraining.ROWS));
  }

  private static long[] numbers(TensorBatch batch) {
    long[] numbers = new long[(int) batch.rows()];
    if (numbers.length > 0) {
      batch.column(2).contiguous().data_ptr_long().get(numbers);
    }
    return numbers;
  }

  private static String sha256(Module model) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      model.parts().forEach(part -> digest.update(part.memory().asByteBuffer()));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
