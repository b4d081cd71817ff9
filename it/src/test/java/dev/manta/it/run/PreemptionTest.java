package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.it.run.ElasticFunctions.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.NoticeSource;
import dev.manta.train.Report;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Retries are off throughout: whoever is taken away after a notice uses none.
@Timeout(300)
class PreemptionTest {
  @TempDir Path storage;

  private Path end() {
    return storage.resolve("end");
  }

  private RunConfig config() {
    return RunConfig.named("preempted")
        .storage(storage.toString())
        .failures(FailureConfig.none())
        .quiet();
  }

  private Result train(RunConfig config) {
    return Trainer.of(ElasticFunctions::counts, new Config(end().toString()))
        .scaling(ScalingConfig.workers(2))
        .run(config)
        .fit();
  }

  private static void write(Path file) {
    try {
      Files.writeString(file, "5");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Gives notice to rank 1, and ends the run when another process has trained in its place.
  private final class Watch implements RunListener {
    private final LongConsumer notice;
    private long first;
    private int reports;

    Watch(LongConsumer notice) {
      this.notice = notice;
    }

    @Override
    public void report(Report report) {
      if (report.rank() != 1) {
        return;
      }
      long pid = (long) report.metrics().number("pid");
      first = first == 0 ? pid : first;
      if (pid != first) {
        write(end());
      } else if (++reports == 10) {
        notice.accept(pid);
      }
    }
  }

  private static void assertNoStepWasLost(Result result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(2);
    List<Report> zero =
        result.history().rows().map(row -> row.report()).filter(r -> r.rank() == 0).toList();
    assertThat(zero.stream().map(report -> (long) report.metrics().number("step")))
        .containsExactlyElementsOf(LongStream.range(0, zero.size()).boxed().toList());
    assertThat(result.metrics().number("sum")).isEqualTo(2.0 * zero.size());
  }

  @Test
  void aNoticeWithADeadlineOfFiveSecondsCostsNoStep() {
    String run = storage.resolve("preempted").toString();
    var watch = new Watch(_ -> Manta.local().preempt(run, 1, Duration.ofSeconds(5)));
    assertNoStepWasLost(train(config().listener(watch)));
  }

  @Test
  void sigtermToAWorkerIsANotice() {
    var watch = new Watch(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy));
    assertNoStepWasLost(train(config().listener(watch)));
  }

  @Test
  void whenTheMachineIsTakenAwayTheRunStopsWithACheckpointAndResumesLater() {
    Path notice = storage.resolve("notice");
    RunListener afterTenSteps =
        new RunListener() {
          @Override
          public void report(Report report) {
            if (report.step() == 10) {
              write(notice);
            }
          }
        };
    Result stopped = train(config().notices(NoticeSource.file(notice)).listener(afterTenSteps));
    assertThat(stopped.status()).isEqualTo(RunStatus.STOPPED);
    double before = stopped.latestCheckpoint().orElseThrow().metrics().number("sum");
    write(end());
    Result result = train(config());
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().number("sum")).isEqualTo(before + 2);
  }

  @Test
  void aNoticeThatIsThereBeforeTheStartStopsTheRun() {
    Path notice = storage.resolve("notice");
    write(notice);
    Result stopped = train(config().notices(NoticeSource.file(notice)));
    assertThat(stopped.status()).isEqualTo(RunStatus.STOPPED);
  }
}
