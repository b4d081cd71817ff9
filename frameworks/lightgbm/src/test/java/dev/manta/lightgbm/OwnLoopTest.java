package dev.manta.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.tabular.TableRoles;
import dev.manta.testkit.framework.ListeningPorts;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class OwnLoopTest {
  private static final int ROUNDS = 6;
  private static final TableRoles ROLES =
      TableRoles.label("y").ignoring("w", "q").categorical("kind");

  private static final Set<String> PORTS = ConcurrentHashMap.newKeySet();

  @TempDir Path directory;

  /// @param failsAt the round after which the first attempt fails; never where it is 0
  record Config(int failsAt) {}

  static void train(TrainContext<Config> ctx) {
    Map<String, Object> parameters =
        Map.of("objective", "none", "num_leaves", 7, "learning_rate", 0.1);
    LightGBMBooster booster = LightGBM.of(ctx, parameters).booster(ROLES, "train", "valid");
    while (booster.rounds() < ROUNDS) {
      booster.update(OwnLoopTest::squares);
      ctx.report(Metrics.of("loss", loss(ctx, booster), "round", booster.rounds()));
      ctx.commit();
      if (ctx.attempt() == 1 && booster.rounds() == ctx.config().failsAt()) {
        throw new IllegalStateException("as the test wants it");
      }
    }
    ctx.report(Metrics.of("loss", loss(ctx, booster)), booster.checkpoint());
  }

  static void differs(TrainContext<Config> ctx) {
    Map<String, Object> parameters = Map.of("learning_rate", 0.1 + ctx.rank() * 0.1);
    LightGBMBooster booster = LightGBM.of(ctx, parameters).booster(ROLES, "train");
    booster.update();
    ctx.report(Metrics.empty(), booster.checkpoint());
  }

  @Test
  void ranksWithOtherModelsAreNamed() {
    assertThatThrownBy(
            () ->
                Trainer.of(OwnLoopTest::differs, new Config(0))
                    .dataset("train", Runs.rows(200, score -> score))
                    .scaling(ScalingConfig.inProcess(3))
                    .run(
                        RunConfig.named("differs")
                            .storage(directory.toString())
                            .failures(FailureConfig.none())
                            .quiet())
                    .fit())
        .hasStackTraceContaining("LightGBM has grown other trees on ranks [1, 2] than on rank 0");
  }

  static void toldWhereItListens(TrainContext<Config> ctx) throws IOException {
    LightGBMBooster booster =
        LightGBM.of(ctx, Map.of("objective", "binary")).booster(ROLES, "train");
    booster.update();
    PORTS.addAll(ListeningPorts.here());
    booster.update();
  }

  /// No ports, no lists of machines: ranks talk over Manta's collectives, here those of threads.
  @Test
  @EnabledOnOs(OS.LINUX)
  void ranksTrainTogetherWithoutListeningAnywhere() throws Exception {
    Set<String> before = ListeningPorts.here();
    Trainer.of(OwnLoopTest::toldWhereItListens, new Config(0))
        .dataset("train", Runs.classes(200))
        .scaling(ScalingConfig.inProcess(2))
        .run(RunConfig.named("ports").storage(directory.toString()).quiet())
        .fit();
    assertThat(PORTS).hasSameElementsAs(before);
  }

  static void forgets(TrainContext<Config> ctx) {
    LightGBM.of(ctx, Map.of("objective", "binary"))
        .booster(ROLES, "train")
        .update(OwnLoopTest::squares);
  }

  @Test
  void aLossOfOnesOwnNeedsAnObjectiveOfNone() {
    assertThatThrownBy(
            () ->
                Trainer.of(OwnLoopTest::forgets, new Config(0))
                    .dataset("train", Runs.classes(50))
                    .scaling(ScalingConfig.inProcess(1))
                    .run(
                        RunConfig.named("forgets")
                            .storage(directory.toString())
                            .failures(FailureConfig.none())
                            .quiet())
                    .fit())
        .hasStackTraceContaining("set the parameter objective to none");
  }

  private static void squares(
      double[] scores, float[] labels, float[] gradients, float[] hessians) {
    for (int i = 0; i < labels.length; i++) {
      gradients[i] = (float) (scores[i] - labels[i]);
      hessians[i] = 1;
    }
  }

  private static double loss(TrainContext<?> ctx, LightGBMBooster booster) {
    double[] scores = booster.scores("valid");
    float[] labels = booster.table("valid").labels();
    double[] sums = {0, scores.length};
    for (int i = 0; i < scores.length; i++) {
      sums[0] += (scores[i] - labels[i]) * (scores[i] - labels[i]);
    }
    ctx.collectives().allReduce(sums, Op.SUM);
    return sums[0] / sums[1];
  }

  private Result fit(Config config, String name) {
    Dataset rows = Runs.rows(400, score -> score);
    return Trainer.of(OwnLoopTest::train, config)
        .dataset("train", rows)
        .dataset("valid", rows)
        .scaling(ScalingConfig.inProcess(2))
        .run(
            RunConfig.named(name)
                .storage(directory.toString())
                .failures(FailureConfig.retries(1))
                .quiet())
        .fit();
  }

  @Test
  void aLossOfOnesOwnGrowsTheTreesOfTheBuiltInOne() {
    Map<String, Object> parameters =
        Map.of("num_leaves", 7, "boost_from_average", false, "learning_rate", 0.1);
    Dataset rows = Runs.rows(400, score -> score);
    Result builtIn =
        new Runs(directory).fit(Runs.trainer(parameters, rows).rounds(ROUNDS), 2, "built-in");
    assertThat(fit(new Config(0), "own").metrics().number("loss"))
        .isCloseTo(builtIn.metrics().number("train-l2"), within(1e-6));
  }

  @Test
  void aFailureCostsNoRoundThatWasCommitted() {
    Result failed = fit(new Config(3), "failed");
    assertThat(failed.attempts()).isEqualTo(2);
    assertThat(
            Runs.reports(failed).stream()
                .filter(each -> each.has("round"))
                .map(each -> (int) each.number("round"))
                .distinct())
        .containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(
            failed
                .history()
                .rows()
                .filter(row -> row.report().attempt() == 2)
                .mapToDouble(row -> row.report().metrics().findNumber("round").orElse(99))
                .min())
        .hasValue(4);
    assertThat(Runs.model(failed).text())
        .isEqualTo(Runs.model(fit(new Config(0), "straight")).text());
  }
}
