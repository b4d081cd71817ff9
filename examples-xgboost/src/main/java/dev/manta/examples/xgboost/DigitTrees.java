package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.tabular.TableRoles;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.Booster;
import dev.manta.xgboost.DMatrix;
import dev.manta.xgboost.XGBoost;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Trees that read handwritten digits, in a training loop of one's own.
public final class DigitTrees {
  private DigitTrees() {}

  /// How many rounds are learned.
  public record Config(int rounds) {}

  // region: loop
  private static final Map<String, Object> PARAMETERS =
      Map.of("objective", "multi:softprob", "num_class", 10, "max_depth", 4, "eta", 0.4);

  static void train(TrainContext<Config> ctx) {
    var xgboost = XGBoost.of(ctx, PARAMETERS);
    var roles = TableRoles.label("digit");
    DMatrix train = xgboost.train("train", roles);
    DMatrix test = xgboost.validation("test", roles, train);
    Booster booster = xgboost.booster(train, test); // live state: restored here
    for (long round : ctx.steps(ctx.config().rounds())) {
      booster.update(train);
      Metrics scores = booster.evaluate(train, test).with("epoch", round);
      double accuracy = 1 - error(booster, test, ctx);
      ctx.report(scores.with("accuracy", accuracy), ctx.snapshot());
    }
  }

  // endregion

  // region: metric
  /// The share of digits, over the rows of all ranks, that are read wrong.
  private static double error(Booster booster, DMatrix rows, TrainContext<?> ctx) {
    float[] chances = booster.predict(rows);
    float[] labels = rows.labels();
    double[] wrong = {0, labels.length};
    for (int row = 0; row < labels.length; row++) {
      wrong[0] += largest(chances, row * 10) == labels[row] ? 0 : 1;
    }
    ctx.collectives().allReduce(wrong, Op.SUM);
    return wrong[0] / wrong[1];
  }

  // endregion

  private static int largest(float[] values, int from) {
    int largest = 0;
    for (int i = 1; i < 10; i++) {
      largest = values[from + i] > values[from + largest] ? i : largest;
    }
    return largest;
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
        RunConfig.named("digits-xgboost")
            .checkpoints(CheckpointConfig.keep(3).scoreBy("accuracy", Order.MAX));
    Result result = trainer(20, 2, run).fit();
    System.out.println("test accuracy " + result.metrics().number("accuracy"));
  }
}
