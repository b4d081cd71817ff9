package dev.manta.internal.remote;

import dev.manta.cluster.WorkerSpec;
import java.util.ArrayList;
import java.util.List;

/// Workers that were lost with their node, until it confirms that they have ended: it ends them
/// when it opens the run again.
final class LostWorkers {
  private final List<WorkerSpec> lost = new ArrayList<>();
  private final List<WorkerSpec> asked = new ArrayList<>();

  void add(WorkerSpec worker) {
    lost.add(worker);
  }

  /// The node is asked to open the run, now or again.
  ///
  /// @return whether it has to end workers that the run has lost
  boolean opens(String node) {
    List<WorkerSpec> there = of(lost, node);
    lost.removeAll(there);
    asked.addAll(there);
    return !of(asked, node).isEmpty();
  }

  /// The node has opened the run: the workers that it has ended for that.
  List<String> ended(String node) {
    List<WorkerSpec> there = of(asked, node);
    asked.removeAll(there);
    return there.stream().map(WorkerSpec::worker).toList();
  }

  private static List<WorkerSpec> of(List<WorkerSpec> workers, String node) {
    return workers.stream().filter(worker -> worker.node().equals(node)).toList();
  }
}
