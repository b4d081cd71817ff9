package dev.manta.examples.xgboost;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.SampleTable;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.xgboost.Importance;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostTrainer;
import java.util.List;
import java.util.Map;

/// Tells malignant tumours from benign ones: classification of two classes.
public final class Tumours {
  private Tumours() {}

  // region: parameters
  /// XGBoost's parameters: `maxDepth` is its `max_depth`.
  public record Params(double eta, int maxDepth, String objective, List<String> evalMetric) {}

  // endregion

  // region: train
  static XGBoostTrainer trainer(int workers, RunConfig run) {
    SampleTable tumours = SampleTable.breastCancer();
    var params = new Params(0.1, 4, "binary:logistic", List.of("logloss", "auc"));
    return XGBoostTrainer.of(params)
        .label("target")
        .rounds(200)
        .earlyStopping(10, "valid-logloss")
        .dataset("train", tumours.train())
        .dataset("valid", tumours.test())
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  // endregion

  // region: predict
  /// The rows, with the probability of benign in the column `prediction`.
  static List<Row> predicted(Result result, Dataset rows) {
    XGBoostModel model = XGBoostModel.load(result.bestCheckpoint().orElseThrow());
    return model.predict(rows).takeAll();
  }

  /// The importance of each feature: how much its splits reduce the loss.
  static Map<String, Double> importances(Result result) {
    return XGBoostModel.load(result.bestCheckpoint().orElseThrow())
        .importances(Importance.TOTAL_GAIN);
  }

  // endregion

  static double accuracy(List<Row> predicted) {
    long right =
        predicted.stream()
            .filter(row -> (row.real("prediction") > 0.5) == (row.real("target") == 1))
            .count();
    return (double) right / predicted.size();
  }

  public static void main(String[] args) {
    Result result = trainer(2, RunConfig.named("tumours")).fit();
    double accuracy = accuracy(predicted(result, SampleTable.breastCancer().test()));
    System.out.println("accuracy " + accuracy + " on tumours it was not trained on");
    importances(result).entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(3)
        .forEach(each -> System.out.println(each.getKey() + " " + each.getValue()));
  }
}
