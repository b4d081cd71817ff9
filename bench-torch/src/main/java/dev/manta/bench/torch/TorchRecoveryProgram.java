package dev.manta.bench.torch;

import dev.manta.bench.recovery.StepLog;
import dev.manta.bench.recovery.Struck;
import dev.manta.examples.DigitImages;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Flatten;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// A small convolutional network learns to read digits while its workers are killed one after the
/// other.
public final class TorchRecoveryProgram {
  private static final int BATCH = 32;
  private static final int EPOCHS = 100_000;
  private static final Duration SPARE_WARM = Duration.ofSeconds(7);

  /// Where ranks say when they ended their steps, and how long they wait in each, as for a device.
  public record Config(String directory, long waitMillis) {
    Config(String directory) {
      this(directory, 0);
    }
  }

  private TorchRecoveryProgram() {}

  /// Takes what [Struck] does.
  public static void main(String[] args) {
    Struck struck = Struck.of(args);
    struck.begin(SPARE_WARM);
    TorchTrainer.of(TorchRecoveryProgram::train, new Config(struck.directory().toString()))
        .scaling(struck.scaling())
        .run(struck.run())
        .fit();
  }

  /// The training function: a plain epoch loop with live state.
  public static void train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    var manta = Torch.of(ctx).seed(1);
    var model = manta.prepare(network());
    var optimizer = manta.prepare(new AdamW(model.parameters(), 1e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    DataLoader loader = manta.prepare(DataLoader.of(images(), BATCH).shuffle(1));
    try (var log = StepLog.open(ctx.config().directory(), ctx.rank(), ctx.attempt())) {
      for (int epoch : ctx.epochs(EPOCHS)) {
        for (TensorBatch batch : loader.epoch(epoch)) {
          Thread.sleep(ctx.config().waitMillis());
          optimizer.zeroGrad();
          manta.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
          optimizer.step();
          log.ended(optimizer.commits() - 1);
        }
      }
    }
  }

  private static Sequential network() {
    return new Sequential(
        new Conv2d(1, 16, Kernel.of(3).padding(1)),
        new ReLU(),
        new Conv2d(16, 32, Kernel.of(3).padding(1)),
        new ReLU(),
        new MaxPool2d(2),
        new Flatten(),
        new Linear(32 * 4 * 4, 10));
  }

  private static TensorDataset images() {
    List<DigitImages.Image> images = DigitImages.load().train();
    float[] pixels = new float[images.size() * DigitImages.PIXELS];
    long[] digits = new long[images.size()];
    for (int i = 0; i < digits.length; i++) {
      System.arraycopy(
          images.get(i).pixels(), 0, pixels, i * DigitImages.PIXELS, DigitImages.PIXELS);
      digits[i] = images.get(i).digit();
    }
    return TensorDataset.of(
        Tensor.create(pixels, digits.length, 1, 8, 8), Tensor.create(digits, digits.length));
  }
}
