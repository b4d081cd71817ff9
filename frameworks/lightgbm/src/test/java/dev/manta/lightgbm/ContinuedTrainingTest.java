package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Dataset;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ContinuedTrainingTest {
  private static final int ROUNDS = 11;

  @TempDir Path directory;

  private static Map<String, Object> with(Object... pairs) {
    Map<String, Object> all = new HashMap<>(Map.of("num_leaves", 7, "min_data_in_leaf", 5));
    for (int i = 0; i < pairs.length; i += 2) {
      all.put((String) pairs[i], pairs[i + 1]);
    }
    return all;
  }

  static Stream<Arguments> kinds() {
    Dataset classes = Runs.classes(700);
    Dataset numbers = Runs.rows(700, score -> 3 * score - 20);
    Dataset three = Runs.rows(700, score -> score > 0.7 ? 2 : score > 0 ? 1 : 0);
    return Stream.of(
            Arguments.of("classes", with("objective", "binary"), classes),
            Arguments.of("numbers", with("objective", "regression"), numbers),
            Arguments.of("medians", with("objective", "l1"), numbers),
            Arguments.of("three", with("objective", "multiclass", "num_class", 3), three),
            Arguments.of(
                "features",
                with("objective", "binary", "feature_fraction", 0.5, "extra_trees", true),
                classes),
            Arguments.of(
                "nodes", with("objective", "regression", "feature_fraction_bynode", 0.5), numbers),
            Arguments.of(
                "bags",
                with("objective", "binary", "bagging_fraction", 0.8, "bagging_freq", 1),
                classes),
            Arguments.of(
                "halves",
                with("objective", "regression", "bagging_fraction", 0.4, "bagging_freq", 3),
                numbers))
        .flatMap(
            each ->
                Stream.of(1, 2)
                    .map(
                        workers ->
                            Arguments.of(each.get()[0], each.get()[1], each.get()[2], workers)));
  }

  @ParameterizedTest(name = "{0} of {3}")
  @MethodSource("kinds")
  void aModelThatResumesIsTheOneThatWasNeverInterrupted(
      String kind, Map<String, Object> parameters, Dataset rows, int workers) {
    var runs = new Runs(directory);
    LightGBMTrainer trainer =
        Runs.trainer(parameters, rows).weight("w").ignoring("q").dataset("valid", rows);
    var straight = runs.fit(trainer.rounds(ROUNDS), workers, kind + "-straight");
    var half = runs.fit(trainer.rounds(7), workers, kind + "-half");
    var resumed =
        runs.fit(
            trainer.rounds(ROUNDS).startFrom(half.latestCheckpoint().orElseThrow().checkpoint()),
            workers,
            kind + "-resumed");
    assertThat(Runs.model(half).rounds()).isEqualTo(7);
    assertThat(Runs.model(resumed).text()).isEqualTo(Runs.model(straight).text());
    assertThat(Runs.reports(resumed).getLast()).isEqualTo(Runs.reports(straight).getLast());
  }

  @ParameterizedTest
  @ValueSource(strings = {"boosting=dart", "data_sample_strategy=goss", "objective=binary"})
  void aRunThatWasStoppedEndsWithTheModelOfOneThatWasNotWhateverItsParameters(String special) {
    String[] pair = special.split("=");
    LightGBMTrainer trainer =
        Runs.trainer(
                with("objective", "binary", "learning_rate", 0.5, pair[0], pair[1]),
                Runs.classes(300))
            .rounds(300);
    RunConfig run =
        RunConfig.named("stopped")
            .storage(directory.toString())
            .failures(FailureConfig.none())
            .quiet();
    LightGBMTrainer two = trainer.scaling(ScalingConfig.inProcess(2));
    Result stopped = two.run(run.stopWhen(StopCondition.atLeast("round", 4))).fit();
    assertThat(stopped.status()).as(stopped.reason()).isEqualTo(RunStatus.STOPPED);
    Result resumed = two.run(run.resuming()).fit();
    assertThat(Runs.model(resumed).text())
        .isEqualTo(Runs.model(new Runs(directory).fit(trainer, 2, "straight")).text());
  }

  @Test
  void parametersThatMakeRoundsDependOnMoreThanTheModelAreRefusedWithACheckpoint() {
    var runs = new Runs(directory);
    LightGBMTrainer trainer =
        Runs.trainer(with("objective", "binary", "boosting", "dart"), Runs.classes(300)).rounds(3);
    var first = runs.fit(trainer, 1, "first");
    LightGBMTrainer second =
        trainer.rounds(5).startFrom(first.latestCheckpoint().orElseThrow().checkpoint());
    assertThatThrownBy(() -> runs.fit(second, 1, "second"))
        .isInstanceOf(TrainingFailed.class)
        .hasStackTraceContaining("LightGBM cannot resume from a checkpoint: boosting is dart");
  }

  @Test
  void earlyStoppingForgetsWhatWasBestInTheRunBefore() {
    var runs = new Runs(directory);
    Dataset rows = Runs.classes(300);
    LightGBMTrainer trainer =
        Runs.trainer(with("objective", "binary", "learning_rate", 0.03), rows);
    Dataset easy = rows.filter(row -> (int) row.real("y") == 0);
    Dataset hard = rows.filter(row -> (int) row.real("y") == 1);
    var first = runs.fit(trainer.dataset("valid", easy).earlyStopping(2).rounds(8), 1, "first");
    var second =
        runs.fit(
            trainer
                .dataset("valid", hard)
                .earlyStopping(2)
                .rounds(12)
                .startFrom(first.latestCheckpoint().orElseThrow().checkpoint()),
            1,
            "second");
    assertThat(Runs.model(first).rounds()).isEqualTo(8);
    assertThat(Runs.model(second).rounds()).isEqualTo(12);
  }

  @Test
  void aCheckpointOfOtherFeaturesIsRefused() {
    var runs = new Runs(directory);
    LightGBMTrainer trainer =
        Runs.trainer(with("objective", "binary"), Runs.classes(300)).rounds(2);
    var first = runs.fit(trainer, 1, "first");
    LightGBMTrainer second =
        trainer
            .ignoring("w", "q", "a")
            .startFrom(first.latestCheckpoint().orElseThrow().checkpoint());
    assertThatThrownBy(() -> runs.fit(second, 1, "second"))
        .hasStackTraceContaining("the checkpoint's model has other features");
  }

  @Test
  void aModelWithoutItsTableIsRefusedWhereItsFeaturesAreOthers() throws IOException {
    var runs = new Runs(directory);
    LightGBMTrainer trainer =
        Runs.trainer(with("objective", "binary"), Runs.classes(300)).rounds(2);
    String text = Runs.model(runs.fit(trainer, 1, "first")).text();
    Path alone = Files.createDirectory(directory.resolve("alone"));
    Files.writeString(alone.resolve("model.txt"), text);
    LightGBMTrainer second = trainer.rounds(3).startFrom(Checkpoint.fromDirectory(alone));
    assertThat(Runs.model(runs.fit(second, 1, "same")).rounds()).isEqualTo(3);
    assertThatThrownBy(() -> runs.fit(second.ignoring("w", "q", "a"), 1, "less"))
        .hasStackTraceContaining("the checkpoint's model has other features");
  }
}
