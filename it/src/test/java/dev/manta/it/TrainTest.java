package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Op;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// From `fit()` to a result with real worker processes.
@Timeout(300)
class TrainTest {
  /// What the functions below do.
  record Config(int epochs, String trouble) {}

  @TempDir Path storage;

  @Test
  void twoWorkersTrainTogether() {
    Result result = fit(ScalingConfig.workers(2), "none");
    assertThat(result.metrics().number("weight")).isEqualTo(25);
    assertThat(result.returnValue(Double.class)).contains(25.0);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  @Test
  void threadsOfThisJvmTrainAlike() {
    Result result = fit(ScalingConfig.inProcess(2), "none");
    assertThat(result.returnValue(Double.class)).contains(25.0);
  }

  @Test
  void aCrashedRankResumesFromTheLastCheckpoint() {
    Result result = fit(ScalingConfig.workers(2), "crash");
    assertThat(result.returnValue(Double.class)).contains(25.0);
  }

  @Test
  void partsOfAllRanksAreOneCheckpointAndKeepTheirOrder() {
    Result result =
        Trainer.of(TrainTest::trainInParts, new Config(4, ""))
            .scaling(ScalingConfig.workers(2))
            .run(RunConfig.named("parts").storage(storage.toString()).quiet())
            .fit();
    assertThat(result.checkpoints())
        .extracting(kept -> kept.step() + ":" + kept.checkpoint().parts())
        .containsExactly("1:2", "2:2", "3:2", "4:2");
  }

  @Test
  void anExceptionEndsTheRunWithItsPlace() {
    assertThatThrownBy(() -> fit(ScalingConfig.workers(2), "throw"))
        .isInstanceOf(TrainingFailed.class)
        .hasMessageContaining("threw java.lang.IllegalStateException: no data")
        .hasMessageContaining("TrainTest.trouble(TrainTest.java:");
  }

  @Test
  void systemExitEndsTheRunWithItsPlace() {
    assertThatThrownBy(() -> fit(ScalingConfig.workers(1), "exit"))
        .isInstanceOf(TrainingFailed.class)
        .hasMessageContaining("called System.exit at dev.manta.it.TrainTest.trouble");
  }

  private Result fit(ScalingConfig scaling, String trouble) {
    boolean retry = trouble.equals("crash");
    return Trainer.of(TrainTest::train, new Config(5, trouble))
        .scaling(scaling)
        .run(
            RunConfig.named(trouble)
                .storage(storage.toString())
                .failures(retry ? FailureConfig.retries(3) : FailureConfig.none())
                .quiet())
        .fit();
  }

  static double train(TrainContext<Config> ctx) {
    double[] weight = new double[1];
    ctx.live("weight", weight);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      double[] gradient = {ctx.rank() + epoch};
      ctx.collectives().allReduce(gradient, Op.SUM);
      weight[0] += gradient[0];
      if (epoch == 3) {
        trouble(ctx);
      }
      ctx.report(Metrics.of("weight", weight[0]), ctx.snapshot());
    }
    return weight[0];
  }

  /// Returns step and number of parts of every checkpoint.
  static void trainInParts(TrainContext<Config> ctx) throws IOException {
    Path directory = Files.createTempDirectory("part");
    for (int i = 1; i <= ctx.config().epochs(); i++) {
      Files.writeString(directory.resolve("rank.txt"), ctx.rank() + " " + i);
      Upload upload = i % 2 == 0 ? Upload.SYNC : Upload.ASYNC;
      ctx.report(Metrics.of("i", i), Checkpoint.fromDirectory(directory).part(), upload);
    }
  }

  private static void trouble(TrainContext<Config> ctx) {
    switch (ctx.config().trouble()) {
      case "crash" -> {
        if (ctx.attempt() == 1 && ctx.rank() == 1) {
          Runtime.getRuntime().halt(9);
        }
      }
      case "throw" -> throw new IllegalStateException("no data");
      case "exit" -> System.exit(3);
      default -> {}
    }
  }
}
