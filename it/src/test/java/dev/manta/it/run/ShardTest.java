package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.it.run.ShardFunctions.Config;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// State that every rank has a part of its own of, under kill -9.
@Timeout(300)
class ShardTest {
  private static final ScalingConfig THREE = ScalingConfig.workers(3);

  @TempDir Path storage;
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  private Trainer trainer(String name, ScalingConfig workers, Integer... die) {
    return trainer(ShardFunctions::train, name, workers, die);
  }

  private Trainer trainer(
      TrainLoop<Config> loop, String name, ScalingConfig workers, Integer... die) {
    RunListener listener =
        new RunListener() {
          @Override
          public void warning(String message) {
            warnings.add(message);
          }
        };
    return Trainer.of(loop, new Config(List.of(die)))
        .scaling(workers)
        .run(RunConfig.named(name).storage(storage.toString()).listener(listener).quiet());
  }

  private static List<Metrics> reports(Result result) {
    return result.history().rows().map(row -> row.report().metrics()).toList();
  }

  /// What each rank has come to: its own state, and that of all.
  private static Map<Integer, List<Double>> ends(Result result) {
    Map<Integer, List<Double>> ends = new TreeMap<>();
    result
        .history()
        .rows()
        .map(row -> row.report())
        .forEach(
            report ->
                ends.put(
                    report.rank(),
                    List.of(report.metrics().number("own"), report.metrics().number("sum"))));
    return ends;
  }

  private static double firstStepAfterTheDeath(Result result) {
    return firstStepOf(2, result);
  }

  private static double firstStepOf(int attempt, Result result) {
    return reports(result).stream()
        .filter(metrics -> metrics.number("attempt") == attempt)
        .mapToDouble(metrics -> metrics.number("step"))
        .min()
        .orElseThrow();
  }

  @Test
  void theShardOfADeadRankComesFromItsNeighbourAndNoStepIsLost() {
    Map<Integer, List<Double>> undisturbed = ends(trainer("calm", THREE).fit());
    assertThat(undisturbed).hasSize(3);
    Result result = trainer("struck", THREE, 1).fit();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(ends(result)).isEqualTo(undisturbed);
    assertThat(firstStepAfterTheDeath(result)).isEqualTo(ShardFunctions.DIES_AT);
  }

  @Test
  void shardsStayWithRanksThatThrowBeforeTheirFirstCommit() {
    Map<Integer, List<Double>> undisturbed = ends(trainer("calm", THREE).fit());
    Result result = trainer(ShardFunctions::throwsOnReentry, "struck", THREE, 1).fit();
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(ends(result)).isEqualTo(undisturbed);
    assertThat(firstStepOf(3, result)).isEqualTo(ShardFunctions.DIES_AT);
  }

  @Test
  void twoNeighboursLostAtOnceLeaveTheCheckpointAndTheRunSaysSo() {
    Map<Integer, List<Double>> undisturbed = ends(trainer("calm", THREE).fit());
    Result result = trainer("struck", THREE, 1, 2).fit();
    assertThat(ends(result)).isEqualTo(undisturbed);
    assertThat(firstStepAfterTheDeath(result)).isEqualTo(ShardFunctions.SAVED_AT + 1);
    assertThat(warnings)
        .anySatisfy(
            text -> assertThat(text).contains("the shards of ranks [1] are lost", "checkpoint"));
  }

  @Test
  void shardsAreRestoredOnlyByAsManyRanksAsSavedThem() {
    Result saved = trainer("calm", THREE).fit();
    var checkpoint = saved.latestCheckpoint().orElseThrow().checkpoint();
    Trainer two = trainer("two", ScalingConfig.workers(2)).startFrom(checkpoint);
    assertThatThrownBy(two::fit)
        .hasMessageContaining("shard \"own\" was saved by 3 ranks and cannot be restored by 2");
  }

  @Test
  void aRunWhoseSizeMayChangeRefusesShards() {
    Trainer elastic = trainer("elastic", ScalingConfig.workers(1, 2));
    assertThatThrownBy(elastic::fit)
        .hasMessageContaining("shard \"own\" needs a number of workers that stays")
        .hasMessageContaining("workers(1–2)");
  }
}
