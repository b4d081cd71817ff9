package dev.manta.it.peers.training;

import dev.manta.it.peers.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What Python has learned, to be compared with value by value.
///
/// @param tensors values by name
/// @param rounding how far rounding has moved a tensor's values at most. Steps may magnify a last
///   bit a thousandfold: with few bits the momentum of a gradient near 0 is then another number,
///   and both are right.
record Values(Map<String, double[]> tensors, Map<String, double[]> rounding) {
  private static final double[] MISSING = {};
  private static final double[] NONE = {0};

  /// Both sides are as far away from the exact value.
  private static final int SIDES = 2;

  /// What is further apart than rounding explains; of a tensor the value that is furthest.
  List<Difference> differences(Setup setup, Map<String, double[]> here) {
    List<Difference> all = new ArrayList<>();
    tensors.forEach(
        (name, expected) -> {
          double[] actual = here.getOrDefault(name, MISSING);
          if (actual.length != expected.length) {
            all.add(
                new Difference(
                    setup.toString(),
                    name,
                    actual.length + " values",
                    Integer.toString(expected.length)));
          } else {
            worst(setup, name, actual).ifPresent(all::add);
          }
        });
    return all;
  }

  private Optional<Difference> worst(Setup setup, String name, double[] here) {
    double[] there = tensors.getOrDefault(name, MISSING);
    double moved = SIDES * rounding.getOrDefault(name, NONE)[0];
    int worst = -1;
    double most = 0;
    for (int i = 0; i < here.length; i++) {
      double allowed = tolerance(setup) * Math.max(1, Math.abs(there[i])) + moved;
      double beyond = Math.abs(here[i] - there[i]) - allowed;
      if (Double.isNaN(beyond) || beyond > most) {
        most = beyond;
        worst = i;
      }
    }
    return worst < 0
        ? Optional.empty()
        : Optional.of(
            new Difference(
                setup.toString(),
                name + "[" + worst + "]",
                Double.toString(here[worst]),
                Double.toString(there[worst])));
  }

  /// What is allowed in any case: rounding differs with the number of ranks.
  private static double tolerance(Setup setup) {
    return switch (setup.get("type")) {
      case "f64" -> 1e-12;
      case "f32" -> 5e-6;
      case "bf16" -> 0.1;
      default -> throw new IllegalArgumentException("no type " + setup.get("type"));
    };
  }
}
