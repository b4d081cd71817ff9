package dev.manta.xgboost.internal.booster;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.tabular.ScoreOrder;
import dev.manta.tabular.Table;
import dev.manta.xgboost.internal.matrix.RowMatrix;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// Replaces the areas under curves that XGBoost averages over ranks by those over the rows of all
/// ranks. Areas within groups stay, as a group is on one rank.
public final class GlobalCurveAreas {
  private final Collectives collectives;
  private final boolean decides;

  /// @param parameters of the booster
  public GlobalCurveAreas(Collectives collectives, Map<String, String> parameters) {
    this.collectives = collectives;
    this.decides = "multi:softmax".equals(parameters.get("objective"));
  }

  /// Corrects the scores of a dataset; every rank calls it with the same names.
  public void correct(
      Map<String, Double> scores,
      String dataset,
      NativeBooster booster,
      RowMatrix matrix,
      Table table) {
    List<CurveArea> asked = new ArrayList<>(List.of(CurveArea.values()));
    asked.removeIf(area -> !scores.containsKey(dataset + area.key()));
    if (collectives.size() > 1 && !asked.isEmpty() && table.querySizes().isEmpty()) {
      means(asked, answers(booster, matrix, table), table)
          .forEach((area, mean) -> scores.put(dataset + area.key(), mean.value()));
    }
  }

  /// Metrics look at the probabilities of classes, also where predictions are the classes
  /// themselves.
  private Answers answers(NativeBooster booster, RowMatrix matrix, Table table) {
    if (table.rows() == 0) {
      return new Answers(new float[0], 1);
    }
    return decides
        ? booster.predict(matrix, Question.plainMargins()).probabilities()
        : booster.predict(matrix, Question.predictions(0));
  }

  /// Over all classes, or of the one score where there are no classes. The order of one class takes
  /// several times the memory of its scores, so it is dropped before that of the next is made.
  private Map<CurveArea, AreaMean> means(List<CurveArea> asked, Answers answers, Table table) {
    double[] width = {answers.width()};
    collectives.allReduce(width, Op.MAX);
    boolean classes = width[0] > 1;
    Map<CurveArea, AreaMean> means = new EnumMap<>(CurveArea.class);
    asked.forEach(area -> means.put(area, new AreaMean(area, classes)));
    for (int output = 0; output < width[0]; output++) {
      ScoreOrder order = order(answers, output, table, classes);
      means.values().forEach(mean -> mean.add(order));
    }
    return means;
  }

  private ScoreOrder order(Answers answers, int output, Table table, boolean classes) {
    int rows = table.rows();
    double[] scores = new double[rows];
    double[] positive = new double[rows];
    double[] negative = new double[rows];
    for (int row = 0; row < rows; row++) {
      float label = table.labels()[row];
      float share = !classes ? label : label == output ? 1 : 0;
      float weight = table.weights().isPresent() ? table.weights().get()[row] : 1;
      scores[row] = answers.values()[row * answers.width() + output];
      positive[row] = share * weight;
      negative[row] = (1 - share) * weight;
    }
    return ScoreOrder.of(collectives, scores, positive, negative);
  }
}
