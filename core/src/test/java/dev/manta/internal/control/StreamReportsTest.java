package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamReportsTest {
  @TempDir Path runs;

  private final MantaException full = new MantaException(ErrorCode.STORAGE, "the disk is full");
  private final List<String> said = new ArrayList<>();
  private final List<MantaException> fatal = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private StreamReports reports;

  @BeforeEach
  void open() {
    reports = with(Duration.ofMinutes(10));
  }

  private StreamReports with(Duration patience) {
    RunSite site = RunSite.of("digits", Location.of(runs).resolve("digits"));
    return new StreamReports(
        StreamReports.of(new LocalStorage(), site),
        () -> false,
        nanos::get,
        said::add,
        fatal::add,
        patience);
  }

  @AfterEach
  void close() {
    reports.close();
  }

  private void fail(Duration lasting) {
    for (long second = 0; second <= lasting.toSeconds(); second++) {
      reports.failed(full);
      nanos.addAndGet(1_000_000_000);
    }
  }

  @Test
  void aDiskThatFailsIsNamedOnceAMinuteAndFailsTheRunInTheEnd() {
    fail(Duration.ofMinutes(9));
    assertThat(said).hasSizeBetween(8, 10).allMatch(text -> text.contains("the disk is full"));
    assertThat(fatal).isEmpty();

    fail(Duration.ofMinutes(2));
    assertThat(fatal.getFirst())
        .hasMessage("storage did not work for 600 s; its last answer: the disk is full")
        .hasCause(full);
  }

  /// A silent server is asked once in more than a minute.
  @Test
  void storageWhoseFailuresComeFarApartFailsTheRunToo() {
    for (int minute = 0; minute < 12; minute++) {
      reports.notSealed(full);
      nanos.addAndGet(Duration.ofSeconds(70).toNanos());
    }
    assertThat(fatal).isNotEmpty();
    assertThat(fatal.getFirst()).hasMessageContaining("did not work for 630 s");
  }

  @Test
  void storageFailsTheRunAfterTheTimeThatItWasGiven() {
    reports.close();
    reports = with(Duration.ofSeconds(30));
    fail(Duration.ofSeconds(29));
    assertThat(fatal).isEmpty();
    fail(Duration.ofSeconds(2));
    assertThat(fatal).isNotEmpty();
  }

  @Test
  void aDiskThatWorksNowAndThenDoesNotFailTheRun() {
    for (int i = 0; i < 10; i++) {
      fail(Duration.ofMinutes(5));
      reports.durable(i);
    }
    assertThat(fatal).isEmpty();
  }

  @Test
  void storageThatTakesNoSegmentsFailsTheRunThoughReportsAreWritten() {
    for (int second = 0; second <= Duration.ofMinutes(11).toSeconds(); second++) {
      reports.notSealed(full);
      reports.durable(second);
      nanos.addAndGet(1_000_000_000);
    }
    assertThat(said).hasSizeBetween(9, 11);
    assertThat(fatal).isNotEmpty().allMatch(each -> each.getCause() == full);
  }

  @Test
  void storageThatTakesASegmentNowAndThenDoesNotFailTheRun() {
    for (int minute = 0; minute < 60; minute++) {
      reports.notSealed(full);
      reports.sealed();
      nanos.addAndGet(60_000_000_000L);
    }
    assertThat(fatal).isEmpty();
  }

  private void resumeWith(String lines) throws IOException {
    Path segments = Files.createDirectories(runs.resolve("digits/metrics"));
    Files.writeString(segments.resolve("000000000001.jsonl"), lines);
    Location run = Location.of(runs).resolve("digits");
    reports.resume(new MetricsReader(new LocalStorage(), run, runs.resolve("open")));
  }

  private static String line(int sequence) {
    return "{\"attempt\":1,\"rank\":0,\"step\":1,\"epoch\":0,\"worker\":\"w0\",\"seq\":%s,\"at\":\"2026-01-01T00:00:00Z\",\"metrics\":{}}"
        .formatted(sequence);
  }

  @Test
  void aLastSegmentThatIsCutOffIsResumedFromItsWholeLines() throws Exception {
    resumeWith(line(1) + "\n" + line(2).substring(0, 30));

    assertThat(reports.last("w0")).isEqualTo(1);
  }

  @Test
  void aTailThatCannotBeReadDoesNotKeepARunFromResuming() {
    var away =
        new HookedStorage(
            new LocalStorage(),
            (_, _) -> {
              throw full;
            });
    Location run = Location.of(runs).resolve("digits");

    reports.resume(new MetricsReader(away, run, runs.resolve("open")));

    assertThat(reports.last("w0")).isZero();
    assertThat(said).hasSize(1).allMatch(text -> text.contains("the disk is full"));
  }
}
