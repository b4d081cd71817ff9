package dev.manta.internal.local;

import dev.manta.cluster.WorkerVariables;
import dev.manta.collective.Numerics;
import dev.manta.internal.machine.NumericThreads;
import dev.manta.train.Framework;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The variables that this node's workers get beside its own environment: what the run says, and
/// below that what keeps numeric libraries from fighting for cores and what frameworks want. What
/// the node's environment has already stands, unless the run says otherwise.
///
/// @param around the node's environment
/// @param wished what the program's frameworks want
public record NodeVariables(Map<String, String> around, Map<String, String> wished) {
  /// What frameworks want for a run; the first one that names a variable decides.
  static Map<String, String> wishes(List<Framework> frameworks, WorkerVariables asked) {
    var numerics = new Numerics(asked.threads(), "", asked.lanes());
    Map<String, String> all = new TreeMap<>();
    frameworks.forEach(each -> each.environment(numerics).forEach(all::putIfAbsent));
    return all;
  }

  /// The variables of a worker.
  public Map<String, String> of(WorkerVariables asked) {
    Map<String, String> all = new TreeMap<>(asked.all());
    String threads = Integer.toString(asked.threads());
    NumericThreads.VARIABLES.forEach(name -> addBelow(all, name, threads));
    wished.forEach((name, value) -> addBelow(all, name, value));
    return all;
  }

  private void addBelow(Map<String, String> all, String name, String value) {
    if (!around.containsKey(name)) {
      all.putIfAbsent(name, value);
    }
  }
}
