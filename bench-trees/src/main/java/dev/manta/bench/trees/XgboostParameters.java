package dev.manta.bench.trees;

import java.util.Map;

/// What both sides tell XGBoost.
public record XgboostParameters(String objective, double eta, int maxDepth, int nthread) {
  /// Of a benchmark's models.
  static final XgboostParameters USUAL = new XgboostParameters("binary:logistic", 0.1, 6, 1);

  /// By their names in the library.
  Map<String, Object> map() {
    return Map.of("objective", objective, "eta", eta, "max_depth", maxDepth, "nthread", nthread);
  }
}
