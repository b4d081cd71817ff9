package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.List;

/// Logistic regression by Newton's method: each round is one sum over the rows of all ranks.
public final class LogisticRegression {
  static final List<String> FEATURES = List.of("length", "width");

  private LogisticRegression() {}

  /// How it learns.
  ///
  /// @param ridge what large weights cost, so that there is one best answer
  public record Config(int rounds, double ridge) {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    RankRows rows = RankRows.read(ctx.dataset("train"), FEATURES, "label");
    double[] weights = new double[FEATURES.size() + 1]; // the last one is the constant
    ctx.live("weights", weights); // restored here when the run resumes
    for (int round : ctx.epochs(ctx.config().rounds())) {
      var sums = new NormalEquations(weights.length);
      double[] loss = new double[2]; // summed up, and over how many rows
      for (int row = 0; row < rows.count(); row++) {
        double[] x = rows.withConstant(row);
        double chance = 1 / (1 + Math.exp(-NormalEquations.dot(weights, x)));
        sums.add(x, chance * (1 - chance), rows.label(row) - chance);
        loss[0] -= Math.log(rows.label(row) == 1 ? chance : 1 - chance);
        loss[1]++;
      }
      ctx.collectives().allReduce(sums.numbers(), Op.SUM); // over the rows of all ranks
      ctx.collectives().allReduce(loss, Op.SUM);
      double[] step = sums.solve(ctx.config().ridge(), weights);
      for (int i = 0; i < weights.length; i++) {
        weights[i] += step[i];
      }
      ctx.report(Metrics.of("round", round, "loss", loss[0] / loss[1]), ctx.snapshot());
    }
  }

  // endregion

  /// Tells large petals from small ones, with so many workers.
  static Trainer trainer(Dataset petals, int workers, RunConfig run) {
    return Trainer.of(LogisticRegression::train, new Config(8, 1e-3))
        .dataset("train", petals)
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    Result result = trainer(MadeUpRows.petals(3000), 2, RunConfig.named("logistic")).fit();
    System.out.println("loss " + result.metrics().number("loss"));
  }
}
