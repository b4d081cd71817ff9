package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.LoggedImage;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedTable;

/// Images, histograms, texts and tables beside metrics.
public final class Showing {
  private static final int SIDE = 28;

  private Showing() {}

  /// How long to train.
  public record Config(int epochs) {}

  // region: log
  static void train(TrainContext<Config> ctx) {
    float[] weights = new float[1000];
    float[] pixels = new float[SIDE * SIDE];
    ctx.live("weights", weights);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      step(epoch, weights, pixels);
      if (ctx.rank() == 0) {
        ctx.log("samples", LoggedImage.of(pixels, SIDE, SIDE, 1));
        ctx.log("weights", Histogram.of(weights));
        ctx.log("note", "epoch " + epoch + " is done");
        ctx.log(
            "confusion", LoggedTable.of("class", "cat", "dog").row("cat", 8, 2).row("dog", 1, 9));
      }
      ctx.report(Metrics.of("epoch", epoch));
    }
  }

  // endregion

  private static void step(int epoch, float[] weights, float[] pixels) {
    for (int i = 0; i < weights.length; i++) {
      weights[i] = (float) Math.sin(i * (epoch + 1.0));
    }
    for (int i = 0; i < pixels.length; i++) {
      pixels[i] = (i + epoch) % SIDE / (float) SIDE;
    }
  }

  // region: read
  /// How wide the last image is.
  static int width(Result result) {
    LoggedItem last = result.logged("samples").getLast();
    return last.read() instanceof LoggedImage image ? image.width() : 0;
  }

  // endregion

  /// Trains a little.
  public static Result fit(RunConfig run) {
    return Trainer.of(Showing::train, new Config(3))
        .scaling(ScalingConfig.inProcess(2))
        .run(run)
        .fit();
  }
}
