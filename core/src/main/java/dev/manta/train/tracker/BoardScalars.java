package dev.manta.train.tracker;

import dev.manta.train.Report;
import dev.manta.train.logged.LoggedItem;
import java.io.IOException;
import java.time.Instant;

/// Reports as scalars of an event file, and what was logged beside them; those of an attempt that
/// failed are replaced by the next one's.
final class BoardScalars implements AutoCloseable {
  private final EventFile events;
  private int attempt;

  BoardScalars(EventFile events) {
    this.events = events;
  }

  void write(Report report) throws IOException {
    if (counts(report.attempt(), report.at(), report.step())) {
      events.scalars(report.at(), report.step(), report.metrics().flat());
    }
  }

  /// What ranks have logged beside metrics: that of rank 0 under its name, that of others below.
  void write(LoggedItem item) throws IOException {
    if (counts(item.attempt(), item.at(), item.step())) {
      String tag = item.rank() == 0 ? item.name() : item.name() + "/rank-" + item.rank();
      events.write(item.at(), item.step(), BoardMedia.message(tag, item.read()));
    }
  }

  private boolean counts(int of, Instant at, long step) throws IOException {
    if (of > attempt) {
      attempt = of;
      events.restart(at, step);
    }
    return of == attempt;
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
