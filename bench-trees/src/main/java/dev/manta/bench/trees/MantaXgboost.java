package dev.manta.bench.trees;

import dev.manta.xgboost.XGBoostTrainer;
import java.util.Map;

/// XGBoost's trees on workers of Manta.
public final class MantaXgboost {
  private static final String MODEL = "model.ubj";

  private MantaXgboost() {}

  /// @param arguments a directory to work in, how many workers, then the work
  public static void main(String[] arguments) throws Exception {
    MantaRun run = MantaRun.parse(arguments);
    MantaRun.Trained trained =
        run.train(
            XGBoostTrainer.of(XgboostParameters.USUAL)
                .label(TreeWork.LABEL)
                .rounds(run.work().trees()));
    Map<String, Double> figures = trained.figures();
    figures.put("loss", XgboostJudge.logLoss(trained.model(MODEL), run.work()));
    Course.print(figures);
  }
}
