package dev.manta.dashboard.internal.curve;

import dev.manta.internal.journal.Follower;
import dev.manta.internal.journal.MetricsLines;
import dev.manta.internal.journal.MetricsReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// The reports of a run in their order. While some are used, those behind them are parsed, as many
/// parts at a time as there are processors. Used by one thread.
public final class ReportFeed {
  private static final int AHEAD_MAX = 8;

  private final MetricsReader reader;
  private final Follower<MetricsLines> lines;
  private final int atOnce = Math.min(AHEAD_MAX, Runtime.getRuntime().availableProcessors());
  private final Deque<FutureTask<ReportBlock>> ahead = new ArrayDeque<>();

  /// @param reader whose problems are those that reports have
  public ReportFeed(MetricsReader reader) {
    this.reader = reader;
    this.lines = reader.followLines();
  }

  /// The next reports; empty when there is nothing new.
  public Optional<ReportBlock> next() throws InterruptedException {
    while (ahead.size() <= atOnce) {
      List<MetricsLines> more = lines.poll();
      if (more.isEmpty()) {
        break;
      }
      more.forEach(this::parse);
    }
    FutureTask<ReportBlock> first = ahead.peek();
    if (first == null) {
      return Optional.empty();
    }
    ReportBlock block = result(first);
    ahead.remove();
    return Optional.of(block);
  }

  private void parse(MetricsLines more) {
    var task =
        new FutureTask<>(() -> ReportParser.parse(more, why -> reader.unreadable(more, why)));
    ahead.add(task);
    Thread.startVirtualThread(task);
  }

  private static ReportBlock result(FutureTask<ReportBlock> task) throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("reports could not be parsed", e.getCause());
    }
  }
}
