package dev.manta.bench.trees;

import dev.manta.lightgbm.LightGBMTrainer;
import java.util.Map;

/// LightGBM's trees on workers of Manta.
public final class MantaLightgbm {
  private static final String MODEL = "model.txt";

  private MantaLightgbm() {}

  /// @param arguments a directory to work in, how many workers, then the work
  public static void main(String[] arguments) throws Exception {
    MantaRun run = MantaRun.parse(arguments);
    MantaRun.Trained trained =
        run.train(
            LightGBMTrainer.of(LightgbmParameters.USUAL)
                .label(TreeWork.LABEL)
                .rounds(run.work().trees()));
    Map<String, Double> figures = trained.figures();
    figures.put("loss", LightgbmJudge.logLoss(trained.model(MODEL), run.work()));
    Course.print(figures);
  }
}
