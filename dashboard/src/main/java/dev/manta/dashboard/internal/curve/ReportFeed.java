package dev.manta.dashboard.internal.curve;

import dev.manta.internal.journal.MetricsLines;
import dev.manta.internal.journal.MetricsReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;

/// The reports of a run in their order. While some are used, those behind them are parsed, as many
/// parts at a time as there are processors. Used by one thread.
public final class ReportFeed {
  private static final int AHEAD_MAX = 8;

  private final Supplier<List<MetricsLines>> lines;
  private final Function<MetricsLines, ReportBlock> parser;
  private final int atOnce = Math.min(AHEAD_MAX, Runtime.getRuntime().availableProcessors());
  private final Deque<Part> ahead = new ArrayDeque<>();

  /// Lines that are being parsed.
  private record Part(MetricsLines lines, FutureTask<ReportBlock> block) {}

  /// @param reader whose problems are those that reports have
  public ReportFeed(MetricsReader reader) {
    this(
        reader.followLines()::poll,
        lines -> ReportParser.parse(lines, why -> reader.unreadable(lines, why)));
  }

  /// @param lines those that are new
  ReportFeed(Supplier<List<MetricsLines>> lines, Function<MetricsLines, ReportBlock> parser) {
    this.lines = lines;
    this.parser = parser;
  }

  /// The next reports; empty when there is nothing new. Those that could not be parsed, as where
  /// memory was short, are the next ones again.
  public Optional<ReportBlock> next() throws InterruptedException {
    while (ahead.size() <= atOnce) {
      List<MetricsLines> more = lines.get();
      if (more.isEmpty()) {
        break;
      }
      more.forEach(each -> ahead.add(parse(each)));
    }
    Part first = ahead.peek();
    if (first == null) {
      return Optional.empty();
    }
    ReportBlock block = result(first);
    ahead.remove();
    return Optional.of(block);
  }

  private Part parse(MetricsLines more) {
    var block = new FutureTask<>(() -> parser.apply(more));
    Thread.startVirtualThread(block);
    return new Part(more, block);
  }

  private ReportBlock result(Part first) throws InterruptedException {
    try {
      return first.block().get();
    } catch (ExecutionException e) {
      ahead.remove();
      ahead.addFirst(parse(first.lines()));
      throw new IllegalStateException("reports could not be parsed", e.getCause());
    }
  }
}
