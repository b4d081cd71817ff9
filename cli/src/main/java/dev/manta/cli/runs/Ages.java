package dev.manta.cli.runs;

import java.time.Duration;
import java.time.Instant;

/// How long ago something was, roughly.
final class Ages {
  private Ages() {}

  static String of(Instant then, Instant now) {
    Duration age = Duration.between(then, now);
    if (age.toSeconds() < 60) {
      return Math.max(0, age.toSeconds()) + " s ago";
    }
    if (age.toMinutes() < 60) {
      return age.toMinutes() + " min ago";
    }
    return age.toHours() < 48 ? age.toHours() + " h ago" : age.toDays() + " days ago";
  }
}
