package dev.manta.internal.control;

import dev.manta.cluster.Node;
import dev.manta.collective.Numerics;
import dev.manta.internal.machine.NumericThreads;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The variables that keep the numeric libraries of workers from fighting for cores: each worker
/// gets its share of the nodes'. What the user has set, for the run or around it, stands.
record ThreadVariables(List<Node> nodes, int workers) {
  /// The workers' environment: these variables below what the user said.
  Map<String, String> with(Map<String, String> users, Map<String, String> around) {
    String threads = Integer.toString(threads());
    Map<String, String> all = new TreeMap<>();
    NumericThreads.VARIABLES.stream()
        .filter(name -> !around.containsKey(name))
        .forEach(name -> all.put(name, threads));
    all.putAll(users);
    return all;
  }

  Numerics numerics() {
    return new Numerics(threads(), "", Numerics.forWorkers(workers).lanes());
  }

  private int threads() {
    double cores = nodes.stream().mapToDouble(node -> node.total().cpus()).sum();
    return Math.max(1, (int) (cores / workers));
  }
}
