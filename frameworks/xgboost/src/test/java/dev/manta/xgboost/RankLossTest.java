package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.collective.Cause;
import dev.manta.tabular.TableRoles;
import dev.manta.testkit.framework.ContractRows;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Ranks that do not come to where others wait for them within XGBoost.
@Timeout(120)
class RankLossTest {
  record Config(int maxDepth) {}

  private static final AtomicBoolean CAME_OUT = new AtomicBoolean();
  private static CountDownLatch left = new CountDownLatch(1);
  private static CountDownLatch inside = new CountDownLatch(1);

  @TempDir Path directory;
  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory);
    left = new CountDownLatch(1);
    inside = new CountDownLatch(1);
  }

  private Result fit(String function, int ranks) {
    return Trainer.of(RankLossTest.class.getName(), function, new Config(2))
        .dataset("train", ContractRows.of(100))
        .scaling(ScalingConfig.inProcess(ranks))
        .run(runs.settings())
        .fit();
  }

  private static Booster booster(TrainContext<?> ctx, DMatrix[] train) {
    var xgboost = XGBoost.of(ctx);
    train[0] = xgboost.train("train", TableRoles.label("y"));
    return xgboost.booster(train[0]);
  }

  static void rankThatThrows(TrainContext<Config> ctx) {
    var train = new DMatrix[1];
    Booster booster = booster(ctx, train);
    booster.update(train[0]);
    booster.update(
        train[0],
        (margins, labels, gradients, hessians) -> {
          if (ctx.rank() == 1) {
            throw new IllegalStateException("no derivative of " + margins.length);
          }
        });
  }

  @Test
  void whatTheOtherRankThrewIsTheReasonOfTheRun() {
    Assertions.assertThatThrownBy(() -> fit("rankThatThrows", 2))
        .isInstanceOf(TrainingFailed.class)
        .message()
        .startsWith("rank 1 threw java.lang.IllegalStateException: no derivative of");
  }

  static void rankThatIsFrozen(TrainContext<Config> ctx) throws Exception {
    var train = new DMatrix[1];
    Booster booster = booster(ctx, train);
    if (ctx.rank() == 1) {
      ctx.barrier(); // that of rank 0's update
      inside.await();
      ctx.collectives().abort(new Cause.Requested("the test says so"));
      CAME_OUT.set(left.await(60, TimeUnit.SECONDS));
      return;
    }
    try {
      booster.update(
          train[0],
          (margins, labels, gradients, hessians) -> {
            squares(margins, labels, gradients, hessians);
            inside.countDown();
          });
    } finally {
      left.countDown();
    }
  }

  /// Rank 1 neither comes nor leaves, and its connections stay open.
  @Test
  @EnabledOnOs(OS.LINUX)
  void whoWaitsWithinXGBoostComesOutWhenTheAttemptIsOver() {
    try {
      fit("rankThatIsFrozen", 2);
    } catch (TrainingFailed _) {
      // what becomes of the run is not the point
    }
    assertThat(CAME_OUT).isTrue();
  }

  static void rankWithAnotherModel(TrainContext<Config> ctx) {
    var xgboost = XGBoost.of(ctx);
    DMatrix train = xgboost.train("train", TableRoles.label("y"));
    Booster booster = xgboost.booster(train);
    booster.update(train);
    booster.attribute("rank", Integer.toString(ctx.rank()));
    xgboost.requireSame(booster);
  }

  @Test
  void ranksWithDifferentModelsAreNamed() {
    Assertions.assertThatThrownBy(() -> fit("rankWithAnotherModel", 2))
        .message()
        .contains("ranks have learned different models: rank 0 has ", ", rank 1 has ");
  }

  static void closedBooster(TrainContext<Config> ctx) {
    var train = new DMatrix[1];
    try (Booster booster = booster(ctx, train)) {
      for (long _ : ctx.steps(2)) {
        booster.update(train[0]);
        ctx.report(booster.evaluate(train));
      }
    }
  }

  @Test
  void aFunctionMayCloseItsModelItself() {
    assertThat(fit("closedBooster", 2).status()).isEqualTo(RunStatus.FINISHED);
  }

  static void roundOnAnotherThread(TrainContext<Config> ctx) throws Exception {
    var train = new DMatrix[1];
    Booster booster = booster(ctx, train);
    try (var threads = Executors.newSingleThreadExecutor()) {
      threads.submit(() -> booster.update(train[0])).get();
    }
    XGBoost.of(ctx).requireSame(booster);
  }

  @Test
  void aRoundOnAnotherThreadIsRefused() {
    Assertions.assertThatThrownBy(() -> fit("roundOnAnotherThread", 2))
        .message()
        .contains("a model is trained on the training function's own thread, not on ");
  }

  static void ownLoop(TrainContext<Config> ctx) {
    var train = new DMatrix[1];
    Booster booster = booster(ctx, train);
    for (long _ : ctx.steps(5)) {
      booster.update(train[0], RankLossTest::squares);
      ctx.report(booster.evaluate(train));
    }
  }

  private static void squares(
      float[] margins, float[] labels, float[] gradients, float[] hessians) {
    for (int i = 0; i < labels.length; i++) {
      gradients[i] = margins[i] - labels[i];
      hessians[i] = 1;
    }
  }

  @Test
  void aLoopOfOnesOwnTrainsOnAllRanks() {
    Result result = fit("ownLoop", 2);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().number("train-rmse")).isLessThan(0.4);
  }
}
