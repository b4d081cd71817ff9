package dev.manta.cluster;

import java.util.Map;
import java.util.TreeMap;

/// What a run wants in the environment of its workers. Each node makes the variables of its own
/// workers from that, its own environment and its own libraries.
///
/// Values may be secrets: they travel to nodes and are written nowhere.
///
/// @param said what the run's author has set for every worker
/// @param passed variables of the driver that workers on other nodes get too
/// @param threads how many threads a worker may use without fighting the others for cores
/// @param lanes the run's logical lanes
public record WorkerVariables(
    Map<String, String> said, Map<String, String> passed, int threads, int lanes) {
  public WorkerVariables {
    said = Map.copyOf(said);
    passed = Map.copyOf(passed);
  }

  /// These for every worker, and one thread each.
  public static WorkerVariables of(Map<String, String> said) {
    return new WorkerVariables(said, Map.of(), 1, 1);
  }

  /// All that the run says, in the order in which it counts: what was set, then what is passed on.
  public Map<String, String> all() {
    Map<String, String> all = new TreeMap<>(passed);
    all.putAll(said);
    return all;
  }

  /// Names alone.
  @Override
  public String toString() {
    return "variables " + all().keySet() + " with " + threads + " threads";
  }
}
