package dev.manta.testkit.sim;

import dev.manta.internal.wire.ToController;
import dev.manta.internal.worker.ReportWindow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The reports of one worker, numbered and held back by the real rules.
final class SimReports {
  private final ReportWindow window;
  private final SimWorld world;
  private final String worker;
  private Optional<Runnable> waiting = Optional.empty();

  SimReports(SimWorld world, String worker) {
    this.window = new ReportWindow(world.script().window);
    this.world = world;
    this.worker = worker;
  }

  /// An attempt of so many ranks begins; whoever waited for capacity does not any more.
  void begin(int ranks) {
    window.share(ranks);
    waiting = Optional.empty();
  }

  /// Does something when the report of a step may be sent.
  void whenRoom(long step, Runnable then) {
    if (window.hasRoom(metrics(step).length) || world.flaw() == Flaw.WINDOW_IGNORED) {
      then.run();
    } else {
      waiting = Optional.of(() -> whenRoom(step, then));
    }
  }

  /// The next report.
  ToController.Report next(int attempt, int rank, long step, int withCheckpoint) {
    byte[] metrics = metrics(step);
    var report =
        new ToController.Report(
            attempt, rank, window.next(), step, (int) step, 0, withCheckpoint, "", metrics);
    window.sent(metrics.length);
    world.reportAudit().said(worker, rank, report);
    return report;
  }

  private static byte[] metrics(long step) {
    return ("{\"loss\":" + 1.0 / step + "}").getBytes(StandardCharsets.UTF_8);
  }

  /// Reports up to this one are durable; what waited for that is to be done.
  Optional<Runnable> acknowledge(long upTo) {
    world.reportAudit().acknowledged(worker, upTo);
    window.acknowledge(upTo);
    Optional<Runnable> next = waiting;
    waiting = Optional.empty();
    return next;
  }

  /// What is said again to a new controller.
  List<ToController> repeated(List<ToController> said) {
    return world.flaw() == Flaw.REPORTS_NOT_REPEATED
        ? said.stream().filter(message -> !(message instanceof ToController.Report)).toList()
        : said;
  }

  /// The last report that is known to be durable.
  long acknowledged() {
    return window.acknowledged();
  }
}
