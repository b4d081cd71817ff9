package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.it.run.StateFunctions.Config;
import dev.manta.it.run.StateFunctions.Counted;
import dev.manta.train.FailureConfig;
import dev.manta.train.Ledger;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import dev.manta.train.TrainLoop;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Stops that come when a run does something else than train.
@Timeout(300)
class StopTest {
  @TempDir Path storage;

  private Result train(TrainLoop<Config> loop, RunConfig run) {
    return Trainer.of(loop, new Config(""))
        .scaling(ScalingConfig.workers(2))
        .run(run.renamedFunction().quiet())
        .fit();
  }

  private RunConfig config(String at, FailureConfig failures) {
    return RunConfig.named("stopped").storage(at).failures(failures.spares(0));
  }

  /// The wait is far longer than the test may take.
  @Test
  void aStopInTheWaitBeforeARetrySavesWhatSurvivorsHold() {
    String run = storage.resolve("stopped").toString();
    var stopped = new AtomicBoolean();
    RunListener stops =
        new RunListener() {
          @Override
          public void state(RunUpdate update) {
            boolean waits = update.status() == RunStatus.RESTARTING && update.attempt() == 2;
            if (waits && !stopped.getAndSet(true)) {
              Manta.local().stop(run);
            }
          }
        };
    FailureConfig patient =
        FailureConfig.retries(5).backoff(Duration.ofMinutes(10), Duration.ofMinutes(10));
    Result result =
        train(StateFunctions::diesTwice, config(storage.toString(), patient).listener(stops));
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    Result next = train(StateFunctions::looks, config(storage.toString(), FailureConfig.none()));
    assertThat(next.returnValue(Counted.class)).contains(new Counted(5, 5, 5));
  }

  @Test
  void aRunWhoseTimeIsUpStopsWithACheckpoint() {
    RunConfig brief =
        config(storage.toString(), FailureConfig.none())
            .stopWhen(StopCondition.after(Duration.ofSeconds(2)))
            .quiet();
    Result result =
        Trainer.of(StateFunctions::oneAsks, new Config("0"))
            .scaling(ScalingConfig.inProcess(1))
            .run(brief)
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  private Result fit(TrainLoop<Config> loop, StopCondition condition) {
    RunConfig run = config(storage.toString(), FailureConfig.none());
    return Trainer.of(loop, new Config("0"))
        .scaling(ScalingConfig.inProcess(1))
        .run(run.stopWhen(condition).renamedFunction().quiet())
        .fit();
  }

  private static long reports(Result result) {
    return result.metricsHistory().size();
  }

  @Test
  void aTimeBudgetThatAnEarlierLifeOfTheRunHasUsedUpLeavesNoneForTheNext() {
    Result first = fit(StateFunctions::oneAsks, StopCondition.after(Duration.ofSeconds(3)));
    Duration used = first.ledger().total().minus(first.ledger().of(Ledger.Kind.IDLE));
    Result next = fit(StateFunctions::oneAsks, StopCondition.after(used));
    assertThat(next.run()).isEqualTo(first.run());
    assertThat(next.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(next.reason()).contains("is up while");
    assertThat(reports(next)).isEqualTo(reports(first));
  }

  @Test
  void aRunStopsAfterAsManyReportsAsItWasAllowedWhoeverResumesIt() {
    Result first = fit(StateFunctions::awaitsStop, StopCondition.reports(1));
    assertThat(reports(first)).isEqualTo(1);
    Result next = fit(StateFunctions::awaitsStop, StopCondition.reports(2));
    assertThat(reports(next)).isEqualTo(2);
  }

  @Test
  void aRunWhoseConditionWasMetBeforeReportsNothingMoreWhenItIsResumed() {
    Result first = fit(StateFunctions::awaitsStop, StopCondition.reports(1));
    Result next = fit(StateFunctions::awaitsStop, StopCondition.reports(1));
    assertThat(next.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(reports(next)).isEqualTo(reports(first)).isEqualTo(1);
  }

  /// A plateau needs the value of the first life, and one more.
  @Test
  void aPlateauCountsWhatEarlierLivesOfTheRunHaveReported() {
    Result first = fit(StateFunctions::awaitsStop, StopCondition.atLeast("sum", 1));
    assertThat(reports(first)).isEqualTo(1);
    Result next = fit(StateFunctions::awaitsStop, StopCondition.plateau("sum", 2, 1e9, 2));
    assertThat(next.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(reports(next)).isEqualTo(2);
  }

  @Test
  void anUploadOfTenSecondsReplacesNobodyAndAStopWaitsForIt() {
    String at = PatientStorage.location(storage);
    var stopped = new AtomicBoolean();
    RunListener stops =
        new RunListener() {
          @Override
          public void report(Report report) {
            if (!stopped.getAndSet(true)) {
              Manta.local().stop(at + "/stopped");
            }
          }
        };
    Result result =
        train(StateFunctions::storesOnce, config(at, FailureConfig.none()).listener(stops));
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.latestCheckpoint().orElseThrow().metrics().number("sum")).isEqualTo(1);
  }
}
