package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.tabular.TableSchema;
import java.util.List;

/// Parameters that the library takes and then ends the process with, or grows other trees by on
/// each rank: refused before it sees them.
final class ParameterLimits {
  private ParameterLimits() {}

  /// Refuses what these features, or so many workers, rule out.
  static void require(Parameters all, TableSchema schema, int workers) {
    requireNumbers(all, schema);
    requireConstraints(all, schema);
    if (workers > 1) {
      requireCommonTrees(all);
    }
  }

  private static void requireNumbers(Parameters all, TableSchema schema) {
    List<Integer> categorical = schema.categoricalPlaces();
    if (isOn(all, "use_quantized_grad") && !categorical.isEmpty()) {
      throw new IllegalArgumentException(
          "use_quantized_grad goes with numbers only, but feature \"%s\" is categorical: leave out one of both"
              .formatted(schema.names().get(categorical.getFirst())));
    }
  }

  private static void requireConstraints(Parameters all, TableSchema schema) {
    String given = all.get("monotone_constraints", "").replaceAll("[\\[\\]()\\s]", "");
    if (given.isEmpty()) {
      return;
    }
    String[] each = given.split(",", -1);
    if (each.length != schema.size()) {
      throw new IllegalArgumentException(
          "monotone_constraints has %s numbers for %s features: %s"
              .formatted(each.length, schema.size(), String.join(", ", schema.names())));
    }
    for (int place : schema.categoricalPlaces()) {
      if (!each[place].matches("[-+]?0")) {
        throw new IllegalArgumentException(
            "monotone_constraints has %s for feature \"%s\", which is categorical and has no order: that takes 0"
                .formatted(each[place], schema.names().get(place)));
      }
    }
  }

  private static void requireCommonTrees(Parameters all) {
    if (isOn(all, "linear_tree")) {
      throw new IllegalArgumentException(
          "linear_tree is for one worker: use scaling(ScalingConfig.workers(1)), or leave it out");
    }
    String learner = all.get("tree_learner", "data");
    if (!learner.matches("(data|voting)(_parallel)?")) {
      throw new IllegalArgumentException(
          "tree_learner is %s, but each worker has a share of the rows: that takes data or voting"
              .formatted(learner));
    }
  }

  private static boolean isOn(Parameters all, String name) {
    return !all.get(name, "false").matches("(?i)false|0|-");
  }
}
