package dev.manta.bench.torch;

import static dev.manta.torch.Tensors.argmax;
import static dev.manta.torch.Tensors.eq;
import static dev.manta.torch.Tensors.item;
import static dev.manta.torch.Tensors.sum;

import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.Metrics;
import dev.manta.tune.TrialContext;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.LogIntUniform;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A trial: a small convolutional network learns to read handwritten digits, and reports its
/// accuracy on held-out ones after every epoch.
final class DigitsTrial {
  static final int EPOCHS = 64;
  static final String ACCURACY = "accuracy";

  /// When a report was made, in seconds since 1970.
  static final String AT = "at";

  /// What is searched.
  ///
  /// @param learningRate AdamW's
  /// @param weightDecay AdamW's
  /// @param batchSize rows of a step
  /// @param channels of the first convolution
  /// @param dropped the share of what is dropped before the last layer
  record Config(
      @LogUniform(low = 1e-5, high = 1e-1) double learningRate,
      @LogUniform(low = 1e-6, high = 1e-1) double weightDecay,
      @Choice({"16", "32", "64", "128"}) int batchSize,
      @LogIntUniform(low = 4, high = 32) int channels,
      @Uniform(low = 0, high = 0.7) double dropped) {}

  /// The images, once for all trials of a process: half of those to learn from, and all others to
  /// test on, so that one image more or less is a thousandth.
  private static final class Digits {
    static final DigitTensors TRAIN;
    static final DigitTensors TEST;

    static {
      DigitImages images = DigitImages.load();
      List<Image> all = images.train();
      List<Image> others = new ArrayList<>(all.subList(all.size() / 2, all.size()));
      others.addAll(images.test());
      TRAIN = DigitTensors.of(all.subList(0, all.size() / 2));
      TEST = DigitTensors.of(others);
    }
  }

  private final DigitsNet net;
  private final Optimizer optimizer;
  private final int batchSize;

  private DigitsTrial(Config config) {
    net = new DigitsNet(config.channels(), config.dropped());
    optimizer =
        new AdamW(net.parameters(), config.learningRate()).weightDecay(config.weightDecay());
    batchSize = config.batchSize();
  }

  /// The function of a trial.
  static void run(TrialContext<Config> trial) {
    torch.manual_seed(trial.seed());
    var digits = new DigitsTrial(trial.config());
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      digits.learn();
      trial.report(
          Metrics.of(ACCURACY, digits.accuracy()).with(AT, System.currentTimeMillis() / 1e3));
    }
  }

  private void learn() {
    net.train();
    try (var _ = new PointerScope()) {
      long rows = Digits.TRAIN.size();
      Tensor order = torch.randperm(rows).to(torch.ScalarType.Long);
      for (long from = 0; from < rows; from += batchSize) {
        step(order.narrow(0, from, Math.min(batchSize, rows - from)));
      }
    }
  }

  private void step(Tensor places) {
    try (var _ = new PointerScope()) {
      DigitTensors batch = Digits.TRAIN.at(places);
      optimizer.zeroGrad();
      Losses.crossEntropy(net.call(batch.images()), batch.digits()).backward();
      optimizer.step();
    }
  }

  private double accuracy() {
    net.eval();
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      Tensor right = eq(argmax(net.call(Digits.TEST.images()), 1), Digits.TEST.digits());
      return item(sum(right)) / Digits.TEST.size();
    }
  }
}
