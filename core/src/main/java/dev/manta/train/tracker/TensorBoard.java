package dev.manta.train.tracker;

import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.LoggedItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Writes the numbers of each step, reduced over ranks, as event files that TensorBoard reads,
/// while the run continues, what ranks log beside them, and the config as hyperparameters and as
/// text. Needs no library.
///
/// Steps of an attempt that failed are replaced by those of the next.
public final class TensorBoard implements Tracker {
  private final TrackerPlace place;
  private final boolean ofRanks;

  private TensorBoard(TrackerPlace place, boolean ofRanks) {
    this.place = place;
    this.ofRanks = ofRanks;
  }

  /// Writes into the run's own directory.
  public static TensorBoard inRunDirectory() {
    return new TensorBoard(TrackerPlace.IN_RUN, false);
  }

  /// Writes into a directory of the run's name below this one, so that TensorBoard compares runs.
  public static TensorBoard below(Path parent) {
    return new TensorBoard(TrackerPlace.below(parent), false);
  }

  /// Writes what each rank reports, too, into directories `rank-0`, `rank-1` and so on, which
  /// TensorBoard shows as runs of their own.
  public TensorBoard ofRanks() {
    return new TensorBoard(place, true);
  }

  @Override
  public Tracking open(TrackedRun run) throws IOException {
    Path directory = place.of(run, "tensorboard", "");
    EventFile events = EventFile.create(directory);
    try {
      events.write(run.opened(), BoardMessages.hyperparameters(run));
      events.write(run.opened(), BoardMessages.text("config", run.config()));
      return new Writer(events, ofRanks ? Optional.of(directory) : Optional.empty());
    } catch (IOException | RuntimeException e) {
      events.close();
      throw e;
    }
  }

  private static final class Writer implements Tracking {
    private final EventFile events;
    private final BoardScalars reduced;
    private final Optional<Path> ranksBelow;
    private final Map<Integer, BoardScalars> ranks = new TreeMap<>();

    Writer(EventFile events, Optional<Path> ranksBelow) {
      this.events = events;
      this.reduced = new BoardScalars(events);
      this.ranksBelow = ranksBelow;
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
      writing(() -> reduced.write(report));
    }

    @Override
    public void rankReport(Report report) {
      ranksBelow.ifPresent(below -> writing(() -> ofRank(report.rank(), below).write(report)));
    }

    private BoardScalars ofRank(int rank, Path below) throws IOException {
      BoardScalars known = ranks.get(rank);
      if (known != null) {
        return known;
      }
      var next = new BoardScalars(EventFile.create(below.resolve("rank-" + rank)));
      ranks.put(rank, next);
      return next;
    }

    @Override
    public void logged(LoggedItem item) {
      writing(() -> reduced.write(item));
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
      for (BoardScalars rank : ranks.values()) {
        rank.close();
      }
      events.close();
    }
  }
}
