package dev.manta.internal.journal;

import dev.manta.storage.Location;

/// Rows as they were written, one on each line.
///
/// @param segment where they are from
/// @param bytes has them, and perhaps more around them
/// @param from where the first one begins
/// @param to where the last one has ended
public record MetricsLines(Location segment, byte[] bytes, int from, int to) {
  boolean hasAny() {
    return to > from;
  }

  /// Where the line that begins there ends, its line break included.
  public int lineEnd(int start) {
    return MetricsRowDecoder.lineEnd(bytes, start, to);
  }

  /// The row on a part of them.
  ///
  /// @param end behind its line break, where it has one
  public MetricsRow row(int start, int end) {
    int length = bytes[end - 1] == '\n' ? end - start - 1 : end - start;
    return MetricsRowDecoder.row(bytes, start, length);
  }

  /// That some of them make no sense, in words.
  public String unreadable(RuntimeException why) {
    return "reports in %s cannot be read and are left out: %s".formatted(segment, why.getMessage());
  }
}
