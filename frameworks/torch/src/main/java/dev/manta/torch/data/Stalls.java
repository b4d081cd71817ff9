package dev.manta.torch.data;

import java.time.Duration;
import java.util.Locale;

/// How long training has waited for batches, and for how long it continued.
///
/// @param waited in total
/// @param elapsed from the first batch to the last
/// @param batches how many came
public record Stalls(Duration waited, Duration elapsed, long batches) {
  static final Stalls NONE = new Stalls(Duration.ZERO, Duration.ZERO, 0);

  private static final double NOTABLE = 0.2;
  private static final Duration NOTABLE_TIME = Duration.ofSeconds(2);

  Stalls and(Duration wait, Duration since) {
    return new Stalls(waited.plus(wait), since, batches + 1);
  }

  /// Which part of the time was waiting.
  public double share() {
    return elapsed.isZero() ? 0 : (double) waited.toNanos() / elapsed.toNanos();
  }

  /// Whether somebody should be told.
  boolean isNotable() {
    return share() > NOTABLE && waited.compareTo(NOTABLE_TIME) > 0;
  }

  /// What to tell and what to change.
  String advice(int workers) {
    return String.format(
            Locale.ROOT,
            "the data loader kept training waiting for %.0f %% of the time (%.1f s of %.1f s); ",
            share() * 100,
            waited.toMillis() / 1e3,
            elapsed.toMillis() / 1e3)
        + (workers == 0
            ? "read in the background with workers(2)"
            : "read with more than workers(" + workers + ")")
        + ", or make a sample cheaper to read";
  }
}
