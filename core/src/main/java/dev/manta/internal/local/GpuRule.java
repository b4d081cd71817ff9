package dev.manta.internal.local;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which GPUs a run gets, given what others have of them.
final class GpuRule {
  private static final double ROUNDING = 1e-9;

  private GpuRule() {}

  /// What a run asks for.
  ///
  /// @param each how many GPUs a worker has, or which part of one
  /// @param workers for how many workers
  /// @param beside how many more the run itself would have
  record Wish(double each, int workers, int beside) {
    Wish workers(int other) {
      return new Wish(each, other, beside);
    }

    /// How much of each GPU is used, the last one perhaps less than the others.
    List<Double> parts() {
      List<Double> parts = new ArrayList<>();
      if (each >= 1) {
        parts.addAll(Collections.nCopies((int) (workers * each), 1.0));
      } else if (each > 0) {
        int most = onOne(each);
        for (int left = workers; left > 0; left -= most) {
          parts.add(each * Math.min(left, most));
        }
      }
      parts.addAll(Collections.nCopies(beside, 1.0));
      return parts;
    }
  }

  /// How many workers share a GPU of which each has a part.
  static int onOne(double each) {
    return (int) Math.floor(1 / each + ROUNDING);
  }

  /// The part of each GPU that the run gets, in the order in which its workers have them; empty
  /// where too little is free. Of those that would do the fullest one is taken.
  ///
  /// @param meant the numbers of the GPUs that the run may have
  /// @param taken how much others have of each
  static Optional<Map<Integer, Double>> free(
      Wish wish, List<Integer> meant, Map<Integer, Double> taken) {
    return choose(wish, meant, taken);
  }

  /// The same where there is no choice: those that others use least.
  static Map<Integer, Double> leastUsed(
      Wish wish, List<Integer> meant, Map<Integer, Double> taken) {
    List<Integer> idlest =
        meant.stream()
            .sorted(Comparator.comparingDouble(each -> taken.getOrDefault(each, 0.0)))
            .toList();
    return choose(wish, idlest.subList(0, Math.min(wish.parts().size(), idlest.size())), Map.of())
        .orElse(Map.of());
  }

  private static Optional<Map<Integer, Double>> choose(
      Wish wish, List<Integer> meant, Map<Integer, Double> taken) {
    Map<Integer, Double> chosen = new LinkedHashMap<>();
    for (double part : wish.parts()) {
      Optional<Integer> fullest =
          meant.stream()
              .filter(each -> !chosen.containsKey(each))
              .filter(each -> taken.getOrDefault(each, 0.0) + part <= 1 + ROUNDING)
              .max(Comparator.comparingDouble(each -> taken.getOrDefault(each, 0.0)));
      if (fullest.isEmpty()) {
        return Optional.empty();
      }
      chosen.put(fullest.get(), part);
    }
    return Optional.of(chosen);
  }
}
