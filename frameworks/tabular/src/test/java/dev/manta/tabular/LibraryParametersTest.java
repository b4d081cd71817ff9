package dev.manta.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LibraryParametersTest {
  private static final Set<String> KNOWN =
      Set.of("eta", "max_depth", "eval_metric", "enable_categorical", "subsample");

  record Params(
      double eta,
      int maxDepth,
      List<String> evalMetric,
      boolean enableCategorical,
      Optional<Double> subsample) {}

  @Test
  void componentsAreTheParametersOfTheSameName() {
    var params = new Params(0.1, 6, List.of("logloss", "auc"), true, Optional.empty());
    assertThat(LibraryParameters.of(params, KNOWN, "XGBoost"))
        .isEqualTo(
            Map.of(
                "eta", "0.1",
                "max_depth", "6",
                "eval_metric", "logloss,auc",
                "enable_categorical", "true"));
  }

  @Test
  void aMapMayHaveTheNamesOfTheLibrary() {
    assertThat(LibraryParameters.of(Map.of("max_depth", 3), KNOWN, "XGBoost"))
        .isEqualTo(Map.of("max_depth", "3"));
  }

  @Test
  void anUnknownNameIsRefusedWithTheNearest() {
    assertThatThrownBy(() -> LibraryParameters.of(Map.of("maxDept", 3), KNOWN, "XGBoost"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("XGBoost has no parameter \"max_dept\"; did you mean max_depth?");
  }

  @Test
  void whatIsNoRecordAndNoMapIsRefused() {
    assertThatThrownBy(() -> LibraryParameters.of(7, KNOWN, "XGBoost"))
        .hasMessageContaining("are a record or a map");
  }
}
