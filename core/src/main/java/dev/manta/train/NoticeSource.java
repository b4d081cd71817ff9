package dev.manta.train;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// Where it is learnt that this machine will be taken away: a cloud's notice for spot machines, a
/// file that a scheduler writes. The run then stops with a last checkpoint, in time.
@FunctionalInterface
public interface NoticeSource {
  /// How long the machine still has; empty while nobody takes it away. Called about once a second,
  /// on a thread of its own; an exception counts as empty.
  Optional<Duration> look() throws IOException;

  /// A notice is a file that appears; it holds the seconds that are left, or nothing for 30.
  static NoticeSource file(Path file) {
    return () ->
        Files.exists(file) ? Optional.of(seconds(Files.readString(file))) : Optional.empty();
  }

  private static Duration seconds(String text) {
    String digits = text.strip();
    return Duration.ofSeconds(digits.matches("\\d{1,9}") ? Long.parseLong(digits) : 30);
  }
}
