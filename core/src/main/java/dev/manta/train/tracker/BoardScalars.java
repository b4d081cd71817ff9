package dev.manta.train.tracker;

import dev.manta.train.Report;
import java.io.IOException;

/// Reports as scalars of an event file; those of an attempt that failed are replaced by the next
/// one's.
final class BoardScalars implements AutoCloseable {
  private final EventFile events;
  private int attempt;

  BoardScalars(EventFile events) {
    this.events = events;
  }

  void write(Report report) throws IOException {
    if (report.attempt() < attempt) {
      return;
    }
    if (report.attempt() > attempt) {
      attempt = report.attempt();
      events.restart(report.at(), report.step());
    }
    events.scalars(report.at(), report.step(), report.metrics().flat());
  }

  @Override
  public void close() throws IOException {
    events.close();
  }
}
