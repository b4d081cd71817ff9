package dev.manta.internal.control;

import dev.manta.cluster.Node;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The variables that keep the numeric libraries of workers from fighting for cores: each worker
/// gets its share of a node's. What the user has set, for the run or around it, stands.
final class ThreadVariables {
  private static final List<String> NAMES =
      List.of(
          "OMP_NUM_THREADS",
          "MKL_NUM_THREADS",
          "OPENBLAS_NUM_THREADS",
          "NUMEXPR_NUM_THREADS",
          "VECLIB_MAXIMUM_THREADS");

  private ThreadVariables() {}

  /// The workers' environment: these variables below what the user said.
  static Map<String, String> with(
      Map<String, String> users, List<Node> nodes, int workers, Map<String, String> around) {
    double cores = nodes.stream().mapToDouble(node -> node.total().cpus()).sum();
    String threads = Integer.toString(Math.max(1, (int) (cores / workers)));
    Map<String, String> all = new TreeMap<>();
    NAMES.stream().filter(n -> !around.containsKey(n)).forEach(name -> all.put(name, threads));
    all.putAll(users);
    return all;
  }
}
