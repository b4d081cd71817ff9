package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.run.Rules;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ResumedReceiverTest {
  private static final int REPORTS = 3;

  @TempDir Path runs;

  private final LocalStorage storage = new LocalStorage();
  private final AtomicLong acknowledged = new AtomicLong();

  private RunSite site() {
    return RunSite.of("digits", Location.of(runs).resolve("digits"));
  }

  private StreamReports reports() {
    return new StreamReports(
        StreamReports.of(storage, site()), () -> false, System::nanoTime, _ -> {}, _ -> {});
  }

  private static ReportReceiver receiver(StreamReports reports, BiConsumer<String, ToWorker> send) {
    var receiver = new ReportReceiver(reports, send, new Rules());
    receiver.open("w0", 0);
    return receiver;
  }

  private static void report(ReportReceiver receiver) {
    byte[] metrics = "{\"loss\":0.5}".getBytes(StandardCharsets.UTF_8);
    for (long n = 1; n <= REPORTS; n++) {
      receiver.take("w0", new ToController.Report(1, 0, n, n, 0, 0, 0, "", metrics));
    }
  }

  /// It may wait for that, with all other ranks, before it reports again.
  @Test
  void aWorkerHearsOfReportsThatAnEarlierControllerHasKeptAndNotAcknowledged() {
    try (var reports = reports()) {
      report(receiver(reports, (_, _) -> {}));
    }
    try (var reports = reports()) {
      reports.resume(new MetricsReader(storage, site().location(), site().openMetrics()));
      ReportReceiver receiver = receiver(reports, (_, message) -> heard(message));
      receiver.resume("w0", 0);
      report(receiver);
      assertThat(acknowledged).hasValue(REPORTS);
    }
  }

  /// A worker that has moved to another rank says again what the controller before has not kept.
  @Test
  void aReportSaidAgainIsThatOfTheRankWhichHasMadeIt() {
    try (var reports = reports()) {
      ReportReceiver receiver = receiver(reports, (_, _) -> {});
      receiver.seat("w0", 1);
      report(receiver);
    }
    var reader = new MetricsReader(storage, site().location(), site().openMetrics());
    assertThat(reader.all())
        .hasSize(REPORTS)
        .allSatisfy(row -> assertThat(row.origin().rank()).isZero());
  }

  private void heard(ToWorker message) {
    if (message instanceof ToWorker.Ack ack) {
      acknowledged.set(ack.sequence());
    }
  }
}
