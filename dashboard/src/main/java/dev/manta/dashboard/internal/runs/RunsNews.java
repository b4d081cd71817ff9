package dev.manta.dashboard.internal.runs;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// What is new in some runs, for one who looks at all of them. Used by one thread.
public final class RunsNews implements AutoCloseable {
  private final Map<String, WatchedRun> runs;
  private final Map<String, RunChanges> seen = new LinkedHashMap<>();
  private final Semaphore bell = new Semaphore(0);
  private final List<WatchedRun.Listening> listening = new ArrayList<>();

  /// @param runs by the names under which they are told of
  public RunsNews(Map<String, WatchedRun> runs) {
    this.runs = new LinkedHashMap<>(runs);
    this.runs.values().forEach(run -> listening.add(run.listen(bell::release)));
  }

  /// Waits until something is new, at most so long.
  ///
  /// @return how far those runs have come in which something is new
  public Map<String, RunChanges> await(Duration limit) throws InterruptedException {
    Map<String, RunChanges> news = news();
    if (news.isEmpty() && bell.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS)) {
      bell.drainPermits();
      news = news();
    }
    return news;
  }

  private Map<String, RunChanges> news() {
    Map<String, RunChanges> news = new LinkedHashMap<>();
    runs.forEach(
        (name, run) -> {
          RunChanges now = run.changes();
          if (!now.equals(seen.getOrDefault(name, RunChanges.NONE))) {
            news.put(name, now);
          }
        });
    seen.putAll(news);
    return news;
  }

  @Override
  public void close() {
    listening.forEach(WatchedRun.Listening::close);
  }
}
