package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Who is slow is named, and not replaced; retries are off, so that nobody can be.
@Timeout(300)
class PatienceTest {
  private static final String NAMED = "rank 0 keeps the others waiting";
  private static final long EVALUATION_MILLIS_MAX = 60_000;
  private static final long STEP_MILLIS = 50;
  private static final long EVALUATE_AT = 10;
  private static final long STEPS = 70;

  @TempDir Path storage;

  /// @param named a file that is there once rank 0 was named
  record Config(long steps, String named) {}

  /// Rank 0 evaluates once, until it was named; who waits for it says which process it is. After
  /// that nobody reports anything.
  static void train(TrainContext<Config> ctx) throws InterruptedException {
    double[] state = {0};
    ctx.live("state", state);
    for (long step : ctx.steps(ctx.config().steps())) {
      ctx.barrier();
      state[0]++;
      Thread.sleep(STEP_MILLIS);
      if (step == EVALUATE_AT && ctx.rank() == 1) {
        ctx.report(Metrics.of("pid", ProcessHandle.current().pid()));
      } else if (step == EVALUATE_AT) {
        evaluate(Path.of(ctx.config().named()));
      }
    }
  }

  private static void evaluate(Path named) throws InterruptedException {
    long end = System.currentTimeMillis() + EVALUATION_MILLIS_MAX;
    while (!Files.exists(named) && System.currentTimeMillis() < end) {
      Thread.sleep(STEP_MILLIS);
    }
  }

  /// A pause of a process is what a long collection of garbage looks like from outside.
  private static void pause(long pid) {
    String script = "kill -STOP %s; sleep 2.5; kill -CONT %s".formatted(pid, pid);
    try {
      new ProcessBuilder("sh", "-c", script).start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file) {
    try {
      Files.writeString(file, "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void anEvaluationAndAPauseReplaceNobodyAndAreOverWhenRanksMeetAgain() {
    List<String> said = new CopyOnWriteArrayList<>();
    Path named = storage.resolve("named");
    RunListener listener =
        new RunListener() {
          @Override
          public void report(Report report) {
            pause((long) report.metrics().number("pid"));
          }

          @Override
          public void warning(String message) {
            heard(message);
          }

          @Override
          public void state(RunUpdate update) {
            heard(update.reason());
          }

          private void heard(String text) {
            said.add(text);
            if (text.contains(NAMED)) {
              write(named);
            }
          }
        };
    Result result =
        Trainer.of(PatienceTest::train, new Config(STEPS, named.toString()))
            .scaling(ScalingConfig.workers(2))
            .run(
                RunConfig.named("patience")
                    .storage(storage.toString())
                    .failures(FailureConfig.none())
                    .listener(listener)
                    .quiet())
            .fit();
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(said)
        .anySatisfy(text -> assertThat(text).contains(NAMED))
        .contains("nobody keeps the others waiting any more");
  }
}
