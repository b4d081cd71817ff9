package dev.manta.bench.trees;

import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import ml.dmlc.xgboost4j.java.Booster;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoost;
import ml.dmlc.xgboost4j.java.XGBoostError;

/// XGBoost itself, as it predicts rows that were held out.
final class XgboostJudge {
  private XgboostJudge() {}

  /// How badly a stored model predicts them.
  static double logLoss(byte[] model, TreeWork work) throws XGBoostError, IOException {
    Booster booster = XGBoost.loadModel(model);
    MatrixRows rows = MatrixRows.read(List.of(work.heldOut()));
    var matrix = new DMatrix(rows.features(), rows.rows(), TreeWork.FEATURES, Float.NaN);
    float[][] chances = booster.predict(matrix);
    return rows.logLoss(IntStream.range(0, rows.rows()).mapToDouble(i -> chances[i][0]).toArray());
  }
}
