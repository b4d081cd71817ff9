package dev.manta.train.tracker;

import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;

/// Writes the numbers of each step, reduced over ranks, as event files that TensorBoard reads,
/// while the run goes on. Needs no library.
///
/// Steps of an attempt that failed are replaced by those of the next.
public final class TensorBoard implements Tracker {
  private final Optional<Path> parent;
  private Optional<EventFile> file = Optional.empty();

  private TensorBoard(Optional<Path> parent) {
    this.parent = parent;
  }

  /// Writes into the run's own directory.
  public static TensorBoard inRunDirectory() {
    return new TensorBoard(Optional.empty());
  }

  /// Writes into a directory of the run's name below this one, so that TensorBoard compares runs.
  public static TensorBoard below(Path parent) {
    return new TensorBoard(Optional.of(parent));
  }

  @Override
  public RunListener open(String run, Path directory) throws IOException {
    Path target = parent.map(path -> path.resolve(run)).orElse(directory.resolve("tensorboard"));
    EventFile events = EventFile.create(target);
    file = Optional.of(events);
    return new Writer(events);
  }

  @Override
  public void close() throws IOException {
    if (file.isPresent()) {
      file.get().close();
    }
  }

  private static final class Writer implements RunListener {
    private final EventFile events;
    private int attempt;

    Writer(EventFile events) {
      this.events = events;
    }

    @Override
    public void report(Report report) {
      try {
        if (report.attempt() >= attempt) {
          write(report);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void write(Report report) throws IOException {
      if (report.attempt() > attempt) {
        attempt = report.attempt();
        events.restart(report.at(), report.step());
      }
      events.scalars(report.at(), report.step(), report.metrics().flat());
    }
  }
}
