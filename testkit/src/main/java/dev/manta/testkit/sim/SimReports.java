package dev.manta.testkit.sim;

import dev.manta.internal.control.ReportStore;
import dev.manta.internal.wire.ToController;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// A metrics stream that makes reports durable every 20 ms; what is not durable dies with its
/// controller.
final class SimReports implements ReportStore {
  private static final Duration GROUP = Duration.ofMillis(20);
  private static final Duration WRITE = Duration.ofMillis(5);

  private record Entry(String worker, long sequence) {}

  private final List<Entry> waiting = new ArrayList<>();
  private final Schedule schedule;
  private final Audit audit;
  private final Consumer<Runnable> process;
  private LongConsumer listener = _ -> {};
  private long appended;

  /// @param process does things as the controller's process would, if it lives
  SimReports(Schedule schedule, Audit audit, Consumer<Runnable> process) {
    this.schedule = schedule;
    this.audit = audit;
    this.process = process;
    audit.stream(this);
  }

  @Override
  public long append(String worker, int rank, ToController.Report report) {
    if (waiting.isEmpty()) {
      schedule.after(GROUP, () -> process.accept(this::write));
    }
    waiting.add(new Entry(worker, report.sequence()));
    return ++appended;
  }

  /// Writing takes a moment, in which more reports come.
  private void write() {
    List<Entry> group = List.copyOf(waiting);
    long position = appended;
    waiting.clear();
    schedule.after(WRITE, () -> process.accept(() -> written(group, position)));
  }

  /// A later controller takes the open file away: what is written after that is not kept.
  private void written(List<Entry> group, long position) {
    if (!audit.isStream(this)) {
      return;
    }
    group.forEach(entry -> audit.kept(entry.worker(), entry.sequence()));
    listener.accept(position);
  }

  @Override
  public long last(String worker) {
    return audit.lastKept(worker);
  }

  @Override
  public void onDurable(LongConsumer whenDurable) {
    listener = whenDurable;
  }
}
