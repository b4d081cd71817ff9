package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.run.Rules;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ReportReceiverTest {
  @TempDir Path runs;

  private final List<MantaException> fatal = new CopyOnWriteArrayList<>();
  private final AtomicLong acknowledged = new AtomicLong();

  private void send(String worker, ToWorker message) {
    if (message instanceof ToWorker.Ack ack) {
      acknowledged.set(ack.sequence());
    }
  }

  private static ToController.Report report(long sequence) {
    byte[] metrics = ("{\"x\":\"" + "y".repeat(1 << 20) + "\"}").getBytes(StandardCharsets.UTF_8);
    return new ToController.Report(1, 0, sequence, sequence, 0, 0, 0, "", metrics);
  }

  /// A place for reports of which a test says when they are durable.
  private static final class SlowDisk implements ReportStore {
    private LongConsumer listener = _ -> {};
    private long appended;
    private long kept;
    private int hurried;

    @Override
    public void hurry() {
      hurried++;
    }

    @Override
    public long append(String worker, ToController.Report report) {
      return ++appended;
    }

    @Override
    public long last(String worker) {
      return kept;
    }

    @Override
    public void onDurable(LongConsumer whenDurable) {
      listener = whenDurable;
    }
  }

  private final SlowDisk disk = new SlowDisk();
  private final List<String> done = new ArrayList<>();

  private ReportReceiver receiverWithOneReport() {
    var receiver = new ReportReceiver(disk, this::send, new Rules());
    receiver.open("w", 0);
    receiver.take("w", report(1));
    return receiver;
  }

  @Test
  void whatFollowsAReportIsNotDoneBeforeThatIsDurable() {
    ReportReceiver receiver = receiverWithOneReport();

    receiver.whenDurable("w", () -> done.add("returned"));

    assertThat(done).isEmpty();
    disk.listener.accept(1);
    assertThat(done).containsExactly("returned");
  }

  @Test
  void whatFollowsReportsThatAreDurableIsDoneAtOnce() {
    ReportReceiver receiver = receiverWithOneReport();
    disk.listener.accept(1);

    receiver.whenDurable("w", () -> done.add("returned"));

    assertThat(done).containsExactly("returned");
  }

  @Test
  void aWorkerThatComesBackIsToldWhatAnEarlierControllerHasKept() {
    disk.kept = 5;
    var receiver = new ReportReceiver(disk, this::send, new Rules());
    receiver.open("w", 0);

    receiver.resume("w", 3);

    assertThat(acknowledged).hasValue(5);
  }

  @Test
  void whatAWorkerSaysAgainToTheSameControllerIsKeptOnce() {
    ReportReceiver receiver = receiverWithOneReport();
    receiver.resume("w", 0);

    assertThat(receiver.take("w", report(1))).isInstanceOf(ReportReceiver.Taken.Ignored.class);
  }

  @Test
  void aDiskThatTakesNothingHoldsUpTheEndOfARunOnlyForAWhile() {
    ReportReceiver receiver = receiverWithOneReport();
    receiver.whenDurable("w", () -> done.add("returned"));
    for (int second = 0; second < 10; second++) {
      receiver.tick();
    }
    assertThat(done).isEmpty();
    receiver.tick();
    assertThat(done).containsExactly("returned");
  }

  @Test
  void ofASteadyFlowExactlyWhatIsDurableIsAcknowledged() {
    var receiver = new ReportReceiver(disk, this::send, new Rules());
    receiver.open("w", 0);
    for (long n = 1; n <= 3_000; n++) {
      receiver.take("w", small(n));
    }
    disk.listener.accept(700);
    assertThat(acknowledged).hasValue(700);
    disk.listener.accept(2_999);
    assertThat(acknowledged).hasValue(1_023);
    disk.listener.accept(3_000);
    assertThat(acknowledged).hasValue(3_000);
  }

  private static ToController.Report small(long sequence) {
    byte[] metrics = "{\"loss\":0.5}".getBytes(StandardCharsets.UTF_8);
    return new ToController.Report(1, 0, sequence, sequence, 0, 0, 0, "", metrics);
  }

  @Test
  void whoWaitsForReportsToBeDurableHurriesThem() {
    var receiver = new ReportReceiver(disk, this::send, new Rules());
    receiver.open("w", 0);
    receiver.take("w", small(1));
    assertThat(disk.hurried).isZero();

    receiver.whenDurable("w", () -> done.add("returned"));

    assertThat(disk.hurried).isEqualTo(1);
  }

  /// A rank of 64 has a window of 128 KB, which is about 900 reports of one metric.
  @Test
  void reportsAreHurriedBeforeTheirWorkerRunsOutOfRoom() {
    var receiver = new ReportReceiver(disk, this::send, new Rules());
    for (int rank = 0; rank < 64; rank++) {
      receiver.open("w" + rank, rank);
    }
    for (long n = 1; n <= 200; n++) {
      receiver.take("w7", small(n));
    }
    assertThat(disk.hurried).isZero();
    for (long n = 201; n <= 450; n++) {
      receiver.take("w7", small(n));
    }
    assertThat(disk.hurried).isEqualTo(1);
  }

  @Test
  void aSteadyFlowThatIsDurableInTimeIsNeverHurried() {
    var receiver = new ReportReceiver(disk, this::send, new Rules());
    for (int rank = 0; rank < 64; rank++) {
      receiver.open("w" + rank, rank);
    }
    for (long n = 1; n <= 5_000; n++) {
      receiver.take("w7", small(n));
      if (n % 200 == 0) {
        disk.listener.accept(n);
      }
    }
    assertThat(disk.hurried).isZero();
  }

  /// The thread that reads from a worker carries its pongs too.
  @Test
  void reportsThatComeFasterThanTheDiskNeverHoldUpWhoReadsThem() {
    RunSite site = RunSite.of("fast", Location.of(runs).resolve("fast"));
    try (var reports =
        new StreamReports(
            StreamReports.of(new LocalStorage(), site),
            () -> false,
            System::nanoTime,
            _ -> {},
            fatal::add)) {
      var receiver = new ReportReceiver(reports, this::send, new Rules());
      receiver.open("w", 0);
      for (long n = 1; n <= 200; n++) {
        assertThat(receiver.take("w", report(n))).isEqualTo(new ReportReceiver.Taken.Kept());
      }
    }
    assertThat(fatal).isEmpty();
    assertThat(acknowledged).hasValue(200);
  }
}
