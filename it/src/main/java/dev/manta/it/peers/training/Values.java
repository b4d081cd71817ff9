package dev.manta.it.peers.training;

import dev.manta.it.peers.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Compares tensors value by value.
final class Values {
  private static final double[] MISSING = {};

  private Values() {}

  /// What is further apart than rounding explains; of a tensor the value that is furthest.
  static List<Difference> differences(
      Setup setup, Map<String, double[]> here, Map<String, double[]> there) {
    List<Difference> all = new ArrayList<>();
    there.forEach(
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
            worst(setup, name, actual, expected).ifPresent(all::add);
          }
        });
    return all;
  }

  private static Optional<Difference> worst(
      Setup setup, String name, double[] here, double[] there) {
    int worst = -1;
    double most = tolerance(setup);
    for (int i = 0; i < here.length; i++) {
      double apart = Math.abs(here[i] - there[i]) / Math.max(1, Math.abs(there[i]));
      if (Double.isNaN(apart) || apart > most) {
        most = apart;
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

  /// Rounding differs with the number of ranks, and a small difference grows from step to step.
  static double tolerance(Setup setup) {
    return switch (setup.get("type")) {
      case "f64" -> 1e-12;
      case "f32" -> 5e-6;
      case "bf16" -> 0.1;
      default -> throw new IllegalArgumentException("no type " + setup.get("type"));
    };
  }
}
