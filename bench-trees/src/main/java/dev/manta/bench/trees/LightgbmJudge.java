package dev.manta.bench.trees;

import dev.manta.lightgbm.LightGBMModel;
import dev.manta.lightgbm.LightGBMPredictor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// LightGBM as it predicts rows that were held out, also with a model that Python wrote.
final class LightgbmJudge {
  private LightgbmJudge() {}

  /// How badly a stored model predicts them.
  static double logLoss(byte[] model, TreeWork work) {
    MatrixRows rows = MatrixRows.read(List.of(work.heldOut()));
    String text = new String(model, StandardCharsets.UTF_8);
    try (LightGBMPredictor predictor = LightGBMModel.of(text).predictor()) {
      double[][] chances = predictor.predict(apart(rows));
      return rows.logLoss(Arrays.stream(chances).mapToDouble(chance -> chance[0]).toArray());
    }
  }

  private static float[][] apart(MatrixRows rows) {
    return IntStream.range(0, rows.rows())
        .mapToObj(row -> row * TreeWork.FEATURES)
        .map(from -> Arrays.copyOfRange(rows.features(), from, from + TreeWork.FEATURES))
        .toArray(float[][]::new);
  }
}
