package dev.manta.train.tracker;

import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/// Writes the numbers of each step, reduced over ranks, as event files that TensorBoard reads,
/// while the run continues, and the config as hyperparameters and as text. Needs no library.
///
/// Steps of an attempt that failed are replaced by those of the next.
public final class TensorBoard implements Tracker {
  private final TrackerPlace place;

  private TensorBoard(TrackerPlace place) {
    this.place = place;
  }

  /// Writes into the run's own directory.
  public static TensorBoard inRunDirectory() {
    return new TensorBoard(TrackerPlace.IN_RUN);
  }

  /// Writes into a directory of the run's name below this one, so that TensorBoard compares runs.
  public static TensorBoard below(Path parent) {
    return new TensorBoard(TrackerPlace.below(parent));
  }

  @Override
  public Tracking open(TrackedRun run) throws IOException {
    EventFile events = EventFile.create(place.of(run, "tensorboard", ""));
    try {
      events.write(run.opened(), BoardMessages.hyperparameters(run));
      events.write(run.opened(), BoardMessages.text("config", run.config()));
      return new Writer(events);
    } catch (IOException | RuntimeException e) {
      events.close();
      throw e;
    }
  }

  private static final class Writer implements Tracking {
    private final EventFile events;
    private int attempt;

    Writer(EventFile events) {
      this.events = events;
    }

    private interface Work {
      void run() throws IOException;
    }

    private static void writing(Work work) {
      try {
        work.run();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void report(Report report) {
      if (report.attempt() >= attempt) {
        writing(() -> write(report));
      }
    }

    private void write(Report report) throws IOException {
      if (report.attempt() > attempt) {
        attempt = report.attempt();
        events.restart(report.at(), report.step());
      }
      events.scalars(report.at(), report.step(), report.metrics().flat());
    }

    @Override
    public void state(RunUpdate update) {
      if (update.status().ended()) {
        boolean finished = update.status() == RunStatus.FINISHED;
        writing(() -> events.write(update.at(), BoardMessages.ended(update.at(), finished)));
      }
    }

    @Override
    public void close() throws IOException {
      events.close();
    }
  }
}
