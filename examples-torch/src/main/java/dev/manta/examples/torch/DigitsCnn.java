package dev.manta.examples.torch;

import static org.bytedeco.pytorch.global.torch.relu;

import dev.manta.Result;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.torch.Tally;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/// Learns to read handwritten digits with a small convolutional network.
public final class DigitsCnn {
  /// How it learns.
  public record Config(double learningRate, int batchSize, int epochs) {}

  // region: model
  /// Two convolutions and a linear layer, for images of 8 by 8 points.
  static final class Net extends Module {
    private final Conv2d conv1 = add("conv1", new Conv2d(1, 16, Kernel.of(3).padding(1)));
    private final Conv2d conv2 = add("conv2", new Conv2d(16, 32, Kernel.of(3).padding(1)));
    private final MaxPool2d pool = new MaxPool2d(2);
    private final Linear fc = add("fc", new Linear(32 * 4 * 4, 10));

    @Override
    public Tensor forward(Tensor images) {
      Tensor x = relu(conv2.forward(relu(conv1.forward(images))));
      return fc.forward(pool.forward(x).flatten(1, 3));
    }
  }

  // endregion

  private DigitsCnn() {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new Net());
    var optimizer = torch.prepare(new AdamW(model.parameters(), ctx.config().learningRate()));
    ctx.live("model", model).live("optimizer", optimizer);
    DigitImages images = DigitImages.load();
    var train = torch.prepare(loader(images.train(), ctx.config().batchSize()).shuffle(1));
    var test = torch.prepare(loader(images.test(), 90));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      Tally tally = torch.tally();
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        torch.backward(loss);
        optimizer.step();
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      Metrics tested = torch.evaluate(model, test, (batch, t) -> Scores.right(model, batch, t));
      ctx.report(
          Metrics.of("epoch", epoch, "epochs", ctx.config().epochs())
              .with(tally.metrics())
              .with(tested),
          ctx.snapshot());
    }
  }

  // endregion

  static DataLoader loader(List<Image> images, int batchSize) {
    float[] pixels = new float[images.size() * DigitImages.PIXELS];
    long[] digits = new long[images.size()];
    for (int i = 0; i < images.size(); i++) {
      float[] each = images.get(i).pixels();
      System.arraycopy(each, 0, pixels, i * DigitImages.PIXELS, DigitImages.PIXELS);
      digits[i] = images.get(i).digit();
    }
    Tensor x = Tensor.create(pixels, images.size(), 1, 8, 8);
    return DataLoader.of(TensorDataset.of(x, Tensor.create(digits, images.size())), batchSize);
  }

  /// A trainer of so many workers.
  static TorchTrainer trainer(Config config, int workers, RunConfig run) {
    return TorchTrainer.of(DigitsCnn::train, config)
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    RunConfig run =
        RunConfig.named("digits-torch")
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    Result result = trainer(new Config(2e-3, 32, 8), 2, run).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
