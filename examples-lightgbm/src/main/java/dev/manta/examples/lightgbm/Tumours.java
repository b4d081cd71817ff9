package dev.manta.examples.lightgbm;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.Importance;
import dev.manta.lightgbm.LightGBMModel;
import dev.manta.lightgbm.LightGBMTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.util.List;
import java.util.Map;

/// Tells malignant tumours from benign ones: classification of two classes.
public final class Tumours {
  private Tumours() {}

  // region: parameters
  /// LightGBM's parameters: `numLeaves` is its `num_leaves`.
  public record Params(double learningRate, int numLeaves, String objective, List<String> metric) {}

  // endregion

  // region: train
  static LightGBMTrainer trainer(int workers, RunConfig run) {
    SampleTable tumours = SampleTable.breastCancer();
    var params = new Params(0.1, 15, "binary", List.of("binary_logloss", "auc"));
    return LightGBMTrainer.of(params)
        .label("target")
        .rounds(200)
        .earlyStopping(10)
        .dataset("train", tumours.train())
        .dataset("valid", tumours.test())
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  // endregion

  // region: predict
  /// The rows, with the probability of benign in the column `prediction`.
  static List<Row> predicted(Result result, Dataset rows) {
    LightGBMModel model = LightGBMModel.load(result.bestCheckpoint().orElseThrow());
    return model.predict(rows).takeAll();
  }

  /// The importance of each feature: how much its splits reduce the loss.
  static Map<String, Double> importances(Result result) {
    return LightGBMModel.load(result.bestCheckpoint().orElseThrow()).importances(Importance.GAIN);
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
    Result result = trainer(2, RunConfig.named("tumours-lightgbm")).fit();
    double accuracy = accuracy(predicted(result, SampleTable.breastCancer().test()));
    System.out.println("accuracy " + accuracy + " on tumours it was not trained on");
    importances(result).entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(3)
        .forEach(each -> System.out.println(each.getKey() + " " + each.getValue()));
  }
}
