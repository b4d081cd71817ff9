package dev.manta.internal.link;

import java.time.Duration;

/// What both ends of a resumable link keep to.
///
/// @param beat how often an end speaks that has nothing to say
/// @param silence after which a connection is given up for another one
/// @param patience after which an end that was not heard is lost
/// @param frames how many frames may be on their way
/// @param bytes how many bytes may be on their way; one frame may be longer than that
/// @param frameBytes the longest frame
public record LinkTerms(
    Duration beat, Duration silence, Duration patience, int frames, long bytes, int frameBytes) {
  /// Lost after 4.5 seconds, in which another connection is tried.
  public static final LinkTerms DEFAULT =
      new LinkTerms(
          Duration.ofMillis(500),
          Duration.ofMillis(2_000),
          Duration.ofMillis(4_500),
          4_096,
          16 << 20,
          64 << 20);

  public LinkTerms {
    if (beat.compareTo(silence) >= 0 || silence.compareTo(patience) > 0 || !beat.isPositive()) {
      throw new IllegalArgumentException(
          "a beat (%s) must be shorter than silence (%s), and that not longer than patience (%s)"
              .formatted(beat, silence, patience));
    }
    if (frames < 1 || bytes < 1 || frameBytes < 1) {
      throw new IllegalArgumentException(
          "a window of %s frames, %s bytes, %s bytes a frame lets nothing through"
              .formatted(frames, bytes, frameBytes));
    }
  }

  /// The same with another patience.
  public LinkTerms withPatience(Duration other) {
    Duration quiet = silence.compareTo(other) < 0 ? silence : other;
    return new LinkTerms(beat, quiet, other, frames, bytes, frameBytes);
  }

  /// The same with another window.
  public LinkTerms withWindow(int most, long mostBytes) {
    return new LinkTerms(beat, silence, patience, most, mostBytes, frameBytes);
  }
}
