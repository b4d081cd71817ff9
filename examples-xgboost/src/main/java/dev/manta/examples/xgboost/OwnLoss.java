package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.examples.SampleTable;
import dev.manta.tabular.TableRoles;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.Booster;
import dev.manta.xgboost.DMatrix;
import dev.manta.xgboost.XGBoost;

/// Trains with a loss of one's own: one that minds predictions that are too low three times as
/// much.
public final class OwnLoss {
  private OwnLoss() {}

  /// XGBoost's parameters.
  public record Params(double eta, int maxDepth, double baseScore) {}

  // region: objective
  /// The derivatives of the loss by what the trees add up to for each row.
  static void careful(float[] margins, float[] labels, float[] gradients, float[] hessians) {
    for (int row = 0; row < labels.length; row++) {
      float error = margins[row] - labels[row];
      float weight = error < 0 ? 3 : 1;
      gradients[row] = weight * error;
      hessians[row] = weight;
    }
  }

  static void train(TrainContext<Params> ctx) {
    var xgboost = XGBoost.of(ctx);
    var roles = TableRoles.label("target");
    DMatrix train = xgboost.train("train", roles);
    DMatrix valid = xgboost.validation("valid", roles, train);
    Booster booster = xgboost.booster(train, valid);
    for (long round : ctx.steps(60)) {
      booster.update(train, OwnLoss::careful);
      var scores = booster.evaluate(train, valid);
      if (round == 59) {
        ctx.report(scores, ctx.snapshot());
      } else {
        ctx.report(scores);
      }
    }
  }

  // endregion

  static Trainer trainer(int workers, RunConfig run) {
    SampleTable patients = SampleTable.diabetes();
    return Trainer.of(OwnLoss::train, new Params(0.1, 3, 150))
        .dataset("train", patients.train())
        .dataset("valid", patients.test())
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    Result result = trainer(2, RunConfig.named("own-loss")).fit();
    System.out.println("error " + result.metrics().number("valid-rmse"));
  }
}
