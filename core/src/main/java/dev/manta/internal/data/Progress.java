package dev.manta.internal.data;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Says now and then how far long work has come. Time is an argument.
final class Progress {
  private static final Duration EVERY = Duration.ofSeconds(5);

  private final String what;
  private final int units;
  private final long begun;
  private long told;
  private int done;
  private long rows;

  Progress(String what, int units, long nanos) {
    this.what = what;
    this.units = units;
    this.begun = nanos;
    this.told = nanos;
  }

  /// One more unit is done: what there is to say, if it is time to.
  Optional<String> done(int moreRows, long nanos) {
    done++;
    rows += moreRows;
    if (nanos - told < EVERY.toNanos()) {
      return Optional.empty();
    }
    told = nanos;
    return Optional.of(line((nanos - begun) / 1e9));
  }

  private String line(double seconds) {
    double left = seconds / done * (units - done);
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
