package dev.manta.bench.trees;

import com.microsoft.ml.lightgbm.PredictionType;
import io.github.metarank.lightgbm4j.LGBMBooster;
import io.github.metarank.lightgbm4j.LGBMException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// LightGBM itself, as it predicts rows that were held out. Its library is unpacked into the
/// directory for temporary files, which must be this process's own.
final class LightgbmJudge {
  private LightgbmJudge() {}

  /// How badly a stored model predicts them.
  static double logLoss(byte[] model, TreeWork work) throws LGBMException {
    MatrixRows rows = MatrixRows.read(List.of(work.heldOut()));
    try (LGBMBooster booster =
        LGBMBooster.loadModelFromString(new String(model, StandardCharsets.UTF_8))) {
      return rows.logLoss(
          booster.predictForMat(
              rows.features(),
              rows.rows(),
              TreeWork.FEATURES,
              true,
              PredictionType.C_API_PREDICT_NORMAL));
    }
  }
}
