package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.Copied;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.TrainContext;
import java.nio.charset.StandardCharsets;

/// State of one's own that is saved and restored with the arrays.
public final class Counter {
  private Counter() {}

  /// How long to train.
  public record Config(int epochs) {}

  // region: copied
  static final class Words implements Copied {
    private String text = "";

    @Override
    public byte[] save() {
      return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void load(byte[] bytes) {
      text = new String(bytes, StandardCharsets.UTF_8);
    }
  }

  static String train(TrainContext<Config> ctx) {
    Words words = new Words();
    double[] totals = new double[1];
    ctx.live("words", words).live("totals", totals); // restored here when the run resumes
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      words.text += "e" + epoch + " ";
      totals[0] += epoch;
      ctx.report(Metrics.of("total", totals[0]), ctx.snapshot());
    }
    return words.text;
  }

  // endregion

  /// Trains so many epochs in all.
  public static Result fit(RunConfig run, int epochs) {
    return Trainer.of(Counter::train, new Config(epochs)).run(run).fit();
  }
}
