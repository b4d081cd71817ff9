package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.it.run.StateFunctions.Config;
import dev.manta.it.run.StateFunctions.Counted;
import dev.manta.train.FailureConfig;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a run resumes from is the state of a commit, wherever it was kept.
@Timeout(300)
class StateTest {
  @TempDir Path storage;

  private Result train(TrainLoop<Config> loop, String when, RunListener listener) {
    return train(loop, when, listener, storage.toString());
  }

  private static Result train(
      TrainLoop<Config> loop, String when, RunListener listener, String at) {
    return Trainer.of(loop, new Config(when))
        .scaling(ScalingConfig.workers(2))
        .run(
            RunConfig.named("state")
                .storage(at)
                .failures(FailureConfig.retries(3).spares(0))
                .listener(listener)
                .renamedFunction()
                .quiet())
        .fit();
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "after"})
  void aSnapshotWithinAStepIsThatOfTheStepsEnd(String when) {
    Result result = train(StateFunctions::snapshots, when, new RunListener() {});
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Counted.class))
        .contains(new Counted(11, StateFunctions.STEPS, StateFunctions.STEPS));
  }

  @Test
  void whenEveryRankThrowsTheRunResumesFromTheirMemory() {
    resumesWhereItThrew(StateFunctions::throwsOnce);
  }

  @Test
  void whenAnotherThreadOfEveryRankThrowsTheRunResumesFromTheirMemoryToo() {
    resumesWhereItThrew(StateFunctions::readerThrowsOnce);
  }

  private void resumesWhereItThrew(TrainLoop<Config> loop) {
    Result result = train(loop, "", new RunListener() {});
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Counted.class))
        .contains(new Counted(StateFunctions.END_AT, StateFunctions.STEPS, StateFunctions.STEPS));
  }

  @Test
  void aRollBackGoesToTheCheckpointThatAnotherRankIsStoring() {
    resumesAfterItsSnapshot(StateFunctions::rollsBackWhileStoring);
  }

  @Test
  void aRankThatWaitsForItsStorageWhenAnotherDiesKeepsItsState() {
    resumesAfterItsSnapshot(StateFunctions::diesWhileTheOtherStores);
  }

  /// Storing takes longer than a rank usually has to leave its function.
  private void resumesAfterItsSnapshot(TrainLoop<Config> loop) {
    Result result = train(loop, "", new RunListener() {}, PatientStorage.location(storage));
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.returnValue(Counted.class))
        .contains(new Counted(11, StateFunctions.STEPS, StateFunctions.STEPS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1"})
  void aRankThatAloneAsksWhetherToStopTakesTheOthersAlong(String rank) {
    var stopped = new AtomicBoolean();
    String run = storage.resolve("state").toString();
    RunListener stops =
        new RunListener() {
          @Override
          public void report(Report report) {
            if (!stopped.getAndSet(true)) {
              Manta.local().stop(run);
            }
          }
        };
    Result result = train(StateFunctions::oneAsks, rank, stops);
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.attempts()).isEqualTo(1);
    Counted next =
        train(StateFunctions::looks, rank, new RunListener() {})
            .returnValue(Counted.class)
            .orElseThrow();
    assertThat(next.first()).isPositive();
    assertThat(next.sum()).isEqualTo((double) next.first());
  }

  @Test
  void aStopAfterStateCameFromASurvivorSavesIt() {
    var stopped = new AtomicBoolean();
    String run = storage.resolve("state").toString();
    RunListener stops =
        new RunListener() {
          @Override
          public void report(Report report) {
            if (report.attempt() == 2 && !stopped.getAndSet(true)) {
              Manta.local().stop(run);
            }
          }
        };
    Result result = train(StateFunctions::waitsAfterADeath, "", stops);
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(result.latestCheckpoint().orElseThrow().metrics().number("sum")).isEqualTo(10);
  }
}
