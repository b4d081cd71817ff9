package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
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

/// Without live state a run resumes from its last checkpoint, which may take longer to be stored
/// than a rank usually has to leave its function.
@Timeout(300)
class StoringTest {
  @TempDir Path storage;

  record Config(boolean dies) {}

  /// Rank 0 has a checkpoint on its way when it throws, or rank 1 dies. Returns whether there is a
  /// checkpoint to begin with.
  static boolean train(TrainContext<Config> ctx) throws IOException {
    if (ctx.attempt() == 1) {
      reportIf(ctx.rank() == 0, ctx);
      ctx.barrier();
      dieIf(ctx.config().dies() && ctx.rank() == 1);
      throwIf(!ctx.config().dies() && ctx.rank() == 0);
      ctx.barrier();
    }
    return ctx.checkpoint().isPresent();
  }

  private static void reportIf(boolean now, TrainContext<Config> ctx) throws IOException {
    if (now) {
      Path directory = Files.createTempDirectory("mine");
      Files.writeString(directory.resolve(PatientStorage.SLOW), "{}");
      ctx.report(Metrics.of("step", 1), Checkpoint.fromDirectory(directory), Upload.ASYNC);
    }
  }

  private static void dieIf(boolean now) {
    if (now) {
      Runtime.getRuntime().halt(9);
    }
  }

  private static void throwIf(boolean now) {
    if (now) {
      throw new IllegalStateException("no more rows");
    }
  }

  private Result train(Config config, FailureConfig failures) {
    return Trainer.of(StoringTest::train, config)
        .scaling(ScalingConfig.workers(2))
        .run(
            RunConfig.named("storing")
                .storage(PatientStorage.location(storage))
                .failures(failures.spares(0))
                .quiet())
        .fit();
  }

  @Test
  void aRunResumesFromWhatASurvivorIsStoring() {
    Result result = train(new Config(true), FailureConfig.retries(1));
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Boolean.class)).contains(true);
  }

  @Test
  void aRunThatFailsKeepsWhatTheRankThatThrewIsStoring() {
    TrainingFailed failed =
        catchThrowableOfType(
            TrainingFailed.class, () -> train(new Config(false), FailureConfig.none()));
    assertThat(failed).hasMessageContaining("no more rows");
    assertThat(failed.result().latestCheckpoint()).isPresent();
  }
}
