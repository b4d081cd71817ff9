package dev.manta.internal.console;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.OptionalDouble;

/// How many steps a second a rank makes, over the last few seconds.
final class Speed {
  private static final Duration WINDOW = Duration.ofSeconds(5);
  private static final Duration GRAIN = Duration.ofMillis(100);

  private record Sample(Instant at, long step) {}

  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  /// Hears of a step; a step that is below the last one begins anew.
  void step(Instant at, long step) {
    if (!samples.isEmpty() && step < samples.getLast().step) {
      samples.clear();
    }
    if (samples.size() > 1 && closeTo(secondLast(), at)) {
      samples.removeLast();
    }
    samples.addLast(new Sample(at, step));
    while (samples.size() > 2 && samples.getFirst().at.plus(WINDOW).isBefore(at)) {
      samples.removeFirst();
    }
  }

  OptionalDouble perSecond() {
    if (samples.size() < 2) {
      return OptionalDouble.empty();
    }
    Sample first = samples.getFirst();
    Sample last = samples.getLast();
    double seconds = Duration.between(first.at, last.at).toNanos() / 1e9;
    return seconds <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((last.step - first.step) / seconds);
  }

  private Instant secondLast() {
    var backwards = samples.descendingIterator();
    backwards.next();
    return backwards.next().at;
  }

  private static boolean closeTo(Instant earlier, Instant at) {
    return earlier.plus(GRAIN).isAfter(at);
  }
}
