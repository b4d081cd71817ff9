package dev.manta.internal.data;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Says now and then how far long work has come. Time is an argument.
public final class ProgressLog {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final String what;
  private final long units;
  private final long begun;
  private long told;
  private long done;
  private long rows;

  public ProgressLog(String what, long units, long nanos) {
    this.what = what;
    this.units = units;
    this.begun = nanos;
    this.told = nanos;
  }

  /// Whether there is something to say again.
  public synchronized boolean isDue(long nanos) {
    return nanos - told >= EVERY.toNanos();
  }

  /// One more unit is done: what there is to say, if it is time to.
  synchronized Optional<String> done(int moreRows, long nanos) {
    return reached(done + 1L, rows + moreRows, nanos);
  }

  /// These many units and rows are done: what there is to say, if it is time to.
  synchronized Optional<String> reached(long units, long rows, long nanos) {
    this.done = units;
    this.rows = rows;
    if (!isDue(nanos)) {
      return Optional.empty();
    }
    told = nanos;
    return Optional.of(line((nanos - begun) / 1e9));
  }

  /// One more unit is done: says so, if it is time to.
  public void done(int moreRows) {
    say(done(moreRows, System.nanoTime()));
  }

  /// These many units and rows are done: says so, if it is time to.
  public void reached(long units, long rows) {
    say(reached(units, rows, System.nanoTime()));
  }

  private static void say(Optional<String> line) {
    line.ifPresent(text -> System.getLogger("manta.data").log(System.Logger.Level.INFO, text));
  }

  private String line(double seconds) {
    double left = seconds / Math.max(done, 1) * Math.max(units - done, 0);
    return String.format(
        Locale.ROOT,
        "%s: %,d rows in %.0f s, %,d of %,d units; about %.0f s left",
        what,
        rows,
        seconds,
        done,
        units,
        left);
  }
}
