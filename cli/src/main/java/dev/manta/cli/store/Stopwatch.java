package dev.manta.cli.store;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongSupplier;

/// Measures how long calls take.
///
/// @param clock in nanoseconds
record Stopwatch(LongSupplier clock) {
  /// How long one call took, in nanoseconds.
  long once(Runnable call) {
    long start = clock.getAsLong();
    call.run();
    return clock.getAsLong() - start;
  }

  /// The median of several calls, as text.
  String median(int rounds, Runnable call) {
    long[] took = new long[rounds];
    Arrays.setAll(took, _ -> once(call));
    Arrays.sort(took);
    return milliseconds(took[rounds / 2]);
  }

  static String milliseconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  static String rate(long bytes, long nanos) {
    return String.format(Locale.ROOT, "%.0f MB/s", bytes * 1e3 / Math.max(1, nanos));
  }
}
