package dev.manta.data;

import java.time.Duration;
import java.util.Locale;

/// What reading a dataset has done so far.
///
/// @param units pieces that were read and transformed
/// @param bad records that were passed over, each counted once however often it was read
/// @param work time that threads spent on reading and transforming
/// @param stalled time that the consumer waited for rows
/// @param full time that reading waited for the consumer
public record DataStats(
    long units, long rows, long bytes, long bad, Duration work, Duration stalled, Duration full) {
  static DataStats nothing() {
    return new DataStats(0, 0, 0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%,d rows, %,.1f MB in %,d units; work %.2f s; consumer waited %.2f s, reading waited %.2f s%s",
        rows,
        bytes / 1e6,
        units,
        seconds(work),
        seconds(stalled),
        seconds(full),
        bad == 0 ? "" : "; " + bad + " bad records passed over");
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }
}
