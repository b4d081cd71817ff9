package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `ctx.steps` within `ctx.epochs`: two loops in each epoch, named a and b.
@Timeout(300)
class EpochStepsTest {
  private static final List<String> ALL =
      List.of("0a0", "0a1", "0a2", "0b0", "0b1", "1a0", "1a1", "1a2", "1b0", "1b1");

  @TempDir Path storage;

  /// What goes wrong, and at which step.
  record Config(String what, String at) {}

  /// The steps that an attempt has made, and what all of them have counted.
  record Visits(List<String> steps, double sum) {}

  static Visits visits(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    List<String> steps = new ArrayList<>();
    for (int epoch : ctx.epochs(2)) {
      for (long step : ctx.steps(3)) {
        visit(ctx, epoch + "a" + step, steps);
        sum[0]++;
        if (ctx.config().equals(new Config("break", epoch + "a" + step))) {
          break;
        }
      }
      for (long step : ctx.steps(2)) {
        visit(ctx, epoch + "b" + step, steps);
        sum[0]++;
      }
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
    }
    return new Visits(steps, sum[0]);
  }

  private static void visit(TrainContext<Config> ctx, String step, List<String> steps) {
    steps.add(step);
    ctx.barrier();
    boolean now = ctx.config().at().equals(step);
    if (ctx.config().what().equals("throw") && now && ctx.attempt() == 1) {
      throw new IllegalStateException("no more rows");
    }
    if (ctx.config().what().equals("stop") && now) {
      if (ctx.rank() == 0) {
        Manta.local().stop(ctx.storage());
      }
      while (!ctx.stopRequested()) {
        ctx.barrier();
      }
    }
    if (ctx.config().what().equals("snapshot") && now) {
      ctx.report(Metrics.of("at", step), ctx.snapshot());
    }
    if (ctx.config().what().equals("snapshot") && step.equals("1b0") && ctx.attempt() == 1) {
      ctx.rollBack("to the snapshot");
    }
  }

  /// Leaves each epoch's only loop early, and rolls back in the second epoch.
  static Visits leftEarly(TrainContext<Config> ctx) {
    double[] sum = {0};
    ctx.live("sum", sum);
    List<String> steps = new ArrayList<>();
    for (int epoch : ctx.epochs(2)) {
      for (long step : ctx.steps(3)) {
        visit(ctx, epoch + "a" + step, steps);
        sum[0]++;
        if (epoch == 1 && ctx.attempt() == 1) {
          ctx.rollBack("to the end of the first epoch");
        }
        if (step == 1) {
          break;
        }
      }
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
    }
    return new Visits(steps, sum[0]);
  }

  private Result train(String what, String at) {
    return fit(Trainer.of(EpochStepsTest::visits, new Config(what, at)));
  }

  private Result fit(Trainer trainer) {
    return trainer
        .scaling(ScalingConfig.inProcess(2))
        .run(
            RunConfig.named("steps")
                .storage(storage.toString())
                .failures(FailureConfig.retries(1).spares(0))
                .quiet())
        .fit();
  }

  private static Visits visits(Result result) {
    return result.returnValue(Visits.class).orElseThrow();
  }

  private static List<String> from(String step) {
    return ALL.subList(ALL.indexOf(step), ALL.size());
  }

  @Test
  void eachEpochHasAllItsSteps() {
    assertThat(visits(train("", ""))).isEqualTo(new Visits(ALL, 10));
  }

  @Test
  void aFailureInTheMiddleOfAnEpochRepeatsOnlyItsStep() {
    assertThat(visits(train("throw", "1a1"))).isEqualTo(new Visits(from("1a1"), 10));
  }

  @Test
  void aLoopThatWasDoneBeforeTheFailureIsNotRepeated() {
    assertThat(visits(train("throw", "1b1"))).isEqualTo(new Visits(from("1b1"), 10));
  }

  @Test
  void aSnapshotWithinAStepResumesWithTheNextStepOfItsEpoch() {
    assertThat(visits(train("snapshot", "1a0"))).isEqualTo(new Visits(from("1a1"), 10));
  }

  @Test
  void aStepLeftByBreakIsDoneAndTheEpochIsToo() {
    assertThat(visits(train("break", "0a1")).steps())
        .containsExactly("0a0", "0a1", "0b0", "0b1", "1a0", "1a1", "1a2", "1b0", "1b1");
  }

  @Test
  void aSnapshotAfterALoopThatWasLeftByBreakIsOfAnEpochThatIsDone() {
    Result result = fit(Trainer.of(EpochStepsTest::leftEarly, new Config("", "")));
    assertThat(visits(result)).isEqualTo(new Visits(List.of("1a0", "1a1"), 4));
  }

  @Test
  void aStopInTheMiddleOfAnEpochResumesThere() {
    assertThat(train("stop", "0a1").status()).isEqualTo(RunStatus.STOPPED);
    assertThat(visits(train("", ""))).isEqualTo(new Visits(from("0a2"), 10));
  }
}
