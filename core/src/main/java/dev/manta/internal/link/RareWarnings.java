package dev.manta.internal.link;

import java.time.Duration;
import java.util.Optional;

/// Keeps strangers from filling a disk by what is logged of them: so many lines a minute, and how
/// many were left out.
public final class RareWarnings {
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final int IN_WINDOW = 30;

  private Duration since = Duration.ZERO;
  private int said;
  private long leftOut;

  /// What to log now, if anything.
  ///
  /// @param now time that only goes forward
  public synchronized Optional<String> word(String text, Duration now) {
    if (now.minus(since).compareTo(WINDOW) >= 0) {
      since = now;
      said = 0;
    }
    if (said == IN_WINDOW) {
      leftOut++;
      return Optional.empty();
    }
    said++;
    String before = leftOut == 0 ? "" : " (%s others were not logged)".formatted(leftOut);
    leftOut = 0;
    return Optional.of(text + before);
  }
}
