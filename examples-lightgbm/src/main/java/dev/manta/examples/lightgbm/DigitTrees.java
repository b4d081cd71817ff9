package dev.manta.examples.lightgbm;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.lightgbm.LightGBM;
import dev.manta.lightgbm.LightGBMBooster;
import dev.manta.tabular.TableRoles;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Trees that read handwritten digits, in a training loop of one's own.
public final class DigitTrees {
  private DigitTrees() {}

  /// How many rounds are grown.
  public record Config(int rounds) {}

  // region: loop
  private static final Map<String, Object> PARAMETERS =
      Map.of("objective", "multiclass", "num_class", 10, "num_leaves", 15, "learning_rate", 0.3);

  static void train(TrainContext<Config> ctx) {
    var roles = TableRoles.label("digit");
    LightGBMBooster booster = LightGBM.of(ctx, PARAMETERS).booster(roles, "train", "test");
    for (long round : ctx.steps(ctx.config().rounds())) { // live state: resumes where it was
      booster.update();
      Metrics scores = booster.metrics().with("epoch", round);
      ctx.report(scores.with("accuracy", accuracy(booster, ctx)), booster.checkpoint());
    }
  }

  // endregion

  // region: metric
  /// The share of digits, over the rows of all ranks, that are read right.
  private static double accuracy(LightGBMBooster booster, TrainContext<?> ctx) {
    double[] chances = booster.scores("test"); // those of all rows for 0, then those for 1, …
    float[] labels = booster.table("test").labels();
    double[] right = {0, labels.length};
    for (int row = 0; row < labels.length; row++) {
      right[0] += likeliest(chances, row, labels.length) == labels[row] ? 1 : 0;
    }
    ctx.collectives().allReduce(right, Op.SUM);
    return right[0] / right[1];
  }

  // endregion

  private static int likeliest(double[] chances, int row, int rows) {
    int likeliest = 0;
    for (int digit = 1; digit < 10; digit++) {
      likeliest = chances[digit * rows + row] > chances[likeliest * rows + row] ? digit : likeliest;
    }
    return likeliest;
  }

  private static Dataset rows(List<Image> images) {
    return Dataset.of(images.stream().map(DigitTrees::row).toList());
  }

  private static Row row(Image image) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < DigitImages.PIXELS; i++) {
      row.put("pixel" + i, image.pixels()[i]);
    }
    row.put("digit", image.digit());
    return Row.of(row);
  }

  /// A trainer of so many workers.
  static Trainer trainer(int rounds, int workers, RunConfig run) {
    DigitImages images = DigitImages.load();
    return Trainer.of(DigitTrees::train, new Config(rounds))
        .dataset("train", rows(images.train()))
        .dataset("test", rows(images.test()))
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    RunConfig run =
        RunConfig.named("digits-lightgbm")
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    Result result = trainer(20, 2, run).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
