package dev.manta.bench.cluster;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.ReportWindow;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// A worker that trains nothing: it joins, enters, and reports as fast as it may, once all others
/// have entered, too.
final class FakeWorker {
  private static final byte[] METRICS =
      "{\"loss\":0.125,\"rate\":0.01}".getBytes(StandardCharsets.UTF_8);

  private final WorkerSpec spec;
  private final FakeRun run;
  private final Consumer<WorkerNews> news;
  private final ReportWindow window = new ReportWindow(ReportWindow.Limits.REAL);
  private int attempt;
  private long made;
  private boolean over;

  FakeWorker(WorkerSpec spec, FakeRun run, int ranks, Consumer<WorkerNews> news) {
    this.spec = spec;
    this.run = run;
    this.news = news;
    window.share(ranks);
  }

  private void say(ToController message) {
    news.accept(new WorkerNews.Frame(spec.worker(), message.frame()));
  }

  void connect() {
    news.accept(new WorkerNews.Connected(spec.worker(), ProcessHandle.current().pid()));
  }

  synchronized void hear(ToWorker message) {
    switch (message) {
      case ToWorker.Join join -> joins(join);
      case ToWorker.Go _ -> enters();
      case ToWorker.Ack ack -> acknowledged(ack.sequence());
      case ToWorker.Ping ping -> say(new ToController.Pong(ping.sequence()));
      case ToWorker.Leave _ -> dies(new Exit.Status(0));
      default -> {}
    }
  }

  private void joins(ToWorker.Join join) {
    attempt = join.attempt();
    say(new ToController.Ready(attempt, "offer of " + spec.worker()));
  }

  private void enters() {
    say(new ToController.Entered(attempt));
    run.enteredOne();
  }

  /// All have entered.
  synchronized void report() {
    while (made < run.reports() && window.hasRoom(METRICS.length)) {
      made++;
      say(new ToController.Report(attempt, spec.rank(), window.next(), made, 0, 0, 0, "", METRICS));
      window.sent(METRICS.length);
    }
  }

  private void acknowledged(long upTo) {
    window.acknowledge(upTo);
    report();
    if (upTo == run.reports()) {
      run.acknowledged().countDown();
      say(new ToController.Returned(attempt, "1", false));
    }
  }

  synchronized void dies(Exit exit) {
    if (!over) {
      over = true;
      news.accept(new WorkerNews.Gone(spec.worker(), exit, ""));
    }
  }
}
