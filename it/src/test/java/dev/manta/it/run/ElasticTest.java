package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.cluster.Resources;
import dev.manta.error.MantaException;
import dev.manta.it.run.ElasticFunctions.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ElasticTest {
  @TempDir Path storage;

  /// Workers of no cores, so that a machine of any size starts with the least.
  private static ScalingConfig atLeastTwo() {
    return ScalingConfig.workers(2, 4).perWorker(Resources.cpus(1000));
  }

  private Result train(TrainLoop<Config> loop, RunListener listener) {
    return Trainer.of(loop, new Config(end().toString()))
        .scaling(atLeastTwo())
        .run(
            RunConfig.named("elastic")
                .storage(storage.toString())
                .failures(FailureConfig.retries(3).spares(0))
                .listener(listener)
                .quiet())
        .fit();
  }

  private Path end() {
    return storage.resolve("end");
  }

  private Conductor sizes(Integer... sizes) {
    return new Conductor(storage.resolve("elastic"), end(), List.of(sizes));
  }

  private static List<Report> reports(Result result) {
    return result.history().rows().map(row -> row.report()).toList();
  }

  @Test
  void aRunGrowsAndShrinksWithEveryStepMadeOnceAndNobodyRestarted() {
    Result result = train(ElasticFunctions::counts, sizes(2, 4, 3));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(3);
    List<Report> zero = reports(result).stream().filter(report -> report.rank() == 0).toList();
    assertThat(zero.stream().map(report -> (long) report.metrics().number("step")))
        .containsExactlyElementsOf(LongStream.range(0, zero.size()).boxed().toList());
    double ranks = zero.stream().mapToDouble(report -> report.metrics().number("size")).sum();
    assertThat(result.metrics().number("sum")).isEqualTo(ranks);
    assertThat(result.returnValue(Double.class)).contains(2.0);
    assertNobodyWasRestarted(result);
  }

  private static void assertNobodyWasRestarted(Result result) {
    Map<Integer, List<Double>> processes = new TreeMap<>();
    for (Report report : reports(result)) {
      List<Double> known = processes.computeIfAbsent(report.rank(), _ -> new ArrayList<>());
      known.add(report.metrics().number("pid"));
    }
    assertThat(processes.keySet()).containsExactly(0, 1, 2, 3);
    assertThat(processes.values()).allSatisfy(pids -> assertThat(new TreeSet<>(pids)).hasSize(1));
  }

  @Test
  void aFunctionWithoutLiveStateStaysAsItIsAndIsToldWhy() {
    List<String> warnings = new ArrayList<>();
    Conductor conductor = sizes(2, 3);
    RunListener listener =
        new RunListener() {
          @Override
          public void report(Report report) {
            conductor.report(report);
          }

          @Override
          public void warning(String message) {
            warnings.add(message);
            if (message.contains("stays at")) {
              conductor.end();
            }
          }
        };
    Result result = train(ElasticFunctions::forgets, listener);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(warnings)
        .anySatisfy(text -> assertThat(text).contains("the run stays at 2 workers", "ctx.live"));
  }

  @Test
  void anErrorAfterAChangeOfSizeEndsTheRunWithItsStateInStorage() {
    TrainingFailed failed =
        catchThrowableOfType(
            TrainingFailed.class, () -> train(ElasticFunctions::refusesToChange, sizes(2, 3)));
    assertThat(failed).hasMessageContaining("batches of 3").hasMessageContaining("second time");
    long step = failed.result().latestCheckpoint().orElseThrow().step();
    assertThat(step).isGreaterThanOrEqualTo(10);
  }

  @Test
  void aRunWithoutCapacityForItsLeastWaitsAndSaysForWhatUntilItIsStopped() {
    List<String> waits = Collections.synchronizedList(new ArrayList<>());
    Thread fits = Thread.currentThread();
    RunListener stops =
        new RunListener() {
          @Override
          public void state(RunUpdate update) {
            if (update.reason().startsWith("waits for capacity")) {
              waits.add(update.reason());
              fits.interrupt();
            }
          }
        };
    Resources licensed = Resources.cpus(1).with("licence-of-nobody", 1);
    Result result =
        Trainer.of(ElasticFunctions::counts, new Config(end().toString()))
            .scaling(ScalingConfig.workers(2, 4).perWorker(licensed))
            .run(RunConfig.named("waits").storage(storage.toString()).listener(stops).quiet())
            .fit();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(result.status()).isEqualTo(RunStatus.STOPPED);
    assertThat(waits)
        .first()
        .asString()
        .contains("2 workers do not fit", "want 2 licence-of-nobody, have 0");
  }

  @Test
  void aRunThatNobodyRunsCannotBeAsked() {
    String run = storage.resolve("nobody").toString();
    assertThatThrownBy(() -> Manta.local().scale(run, 3))
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("nobody runs nobody on this machine");
  }
}
