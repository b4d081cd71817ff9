package dev.manta.bench;

import java.util.OptionalDouble;

/// What a figure must not be worse than.
public sealed interface Bar {
  /// A figure of its own, in the benchmark's unit.
  record Absolute(double value) implements Bar {}

  /// Manta must be at least so many times better than the peer.
  record TimesPeer(double times) implements Bar {}

  /// Nothing: the figure is told, not judged.
  record None() implements Bar {}

  static Bar of(double value) {
    return new Absolute(value);
  }

  static Bar timesPeer(double times) {
    return new TimesPeer(times);
  }

  static Bar none() {
    return new None();
  }

  /// The bar in the benchmark's unit; NaN when there is none or the peer it needs is missing.
  default double value(OptionalDouble peer, boolean lowerIsBetter) {
    return switch (this) {
      case Absolute(double value) -> value;
      case TimesPeer(double times) when peer.isPresent() ->
          lowerIsBetter ? peer.getAsDouble() / times : peer.getAsDouble() * times;
      case TimesPeer _, None _ -> Double.NaN;
    };
  }
}
