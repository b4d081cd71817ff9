package dev.manta.lightgbm;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/// Small runs whose workers are threads of this process.
record Runs(Path directory) {
  /// Rows of numbers, categories and missing values, of which the target can be learned.
  static Dataset rows(int count, DoubleUnaryOperator target) {
    var random = new Random(3);
    return Dataset.of(IntStream.range(0, count).mapToObj(i -> row(random, i, target)).toList());
  }

  private static Row row(Random random, int number, DoubleUnaryOperator target) {
    double a = random.nextGaussian();
    double b = random.nextGaussian();
    String kind = List.of("red", "green", "blue").get(random.nextInt(3));
    double score = a * b + (kind.equals("red") ? 0.7 : 0) + 0.2 * random.nextGaussian();
    return Row.of(
        Map.of(
            "a",
            a,
            "b",
            number % 17 == 0 ? Double.NaN : b,
            "c",
            random.nextInt(5),
            "kind",
            kind,
            "w",
            0.5 + number % 3,
            "q",
            number / 10,
            "y",
            target.applyAsDouble(score)));
  }

  static Dataset classes(int count) {
    return rows(count, score -> score > 0.2 ? 1 : 0);
  }

  /// What the trainers of tests have in common.
  static LightGBMTrainer trainer(Map<String, Object> parameters, Dataset train) {
    return LightGBMTrainer.of(parameters)
        .label("y")
        .ignoring("w", "q")
        .categorical("kind")
        .dataset("train", train);
  }

  Result fit(LightGBMTrainer trainer, int workers, String name) {
    return trainer
        .scaling(ScalingConfig.inProcess(workers))
        .run(
            RunConfig.named(name)
                .storage(directory.toString())
                .failures(FailureConfig.none())
                .quiet())
        .fit();
  }

  static LightGBMModel model(Result result) {
    return LightGBMModel.load(result.latestCheckpoint().orElseThrow().checkpoint());
  }

  /// The trees of a model, without what threads and machines grew it.
  static String trees(LightGBMModel model) {
    return model.text().substring(0, model.text().indexOf("end of trees"));
  }

  static List<Metrics> reports(Result result) {
    return result.history().rows().map(row -> row.report().metrics()).toList();
  }
}
