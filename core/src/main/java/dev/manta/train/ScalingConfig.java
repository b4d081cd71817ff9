package dev.manta.train;

import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.util.List;
import java.util.Map;

/// How many workers a run has, what each of them gets, and on which nodes they run.
///
/// @param workers how many
/// @param perWorker what each worker gets
/// @param placement how they are laid over nodes
/// @param labels labels that a node must carry
/// @param jvm options of a worker's JVM
/// @param inProcess whether workers are threads of this JVM, to debug in an IDE
public record ScalingConfig(
    WorkerCount workers,
    Resources perWorker,
    Placement placement,
    Map<String, String> labels,
    WorkerJvm jvm,
    boolean inProcess) {
  public ScalingConfig {
    labels = Map.copyOf(labels);
  }

  /// A fixed number of workers, one core each.
  public static ScalingConfig workers(int count) {
    return workers(count, count);
  }

  /// At least `min` and at most `max` workers, as the machines allow.
  public static ScalingConfig workers(int min, int max) {
    return new ScalingConfig(
        new WorkerCount(min, max),
        Resources.cpus(1),
        Placement.PACK,
        Map.of(),
        WorkerJvm.DEFAULT,
        false);
  }

  /// Workers as threads of this JVM: breakpoints work; a crash takes everything along.
  public static ScalingConfig inProcess(int count) {
    ScalingConfig fixed = workers(count);
    return new ScalingConfig(
        fixed.workers, fixed.perWorker, fixed.placement, fixed.labels, fixed.jvm, true);
  }

  /// The same with another number of workers.
  public ScalingConfig count(WorkerCount count) {
    return new ScalingConfig(count, perWorker, placement, labels, jvm, inProcess);
  }

  /// What each worker gets; one core unless set. What no node has is refused when the run starts.
  public ScalingConfig perWorker(Resources resources) {
    return new ScalingConfig(workers, resources, placement, labels, jvm, inProcess);
  }

  /// How workers are laid over nodes; [Placement#PACK] unless set.
  public ScalingConfig placement(Placement placement) {
    return new ScalingConfig(workers, perWorker, placement, labels, jvm, inProcess);
  }

  /// Only nodes that carry this label; this machine's are in the variable `MANTA_LABELS`.
  public ScalingConfig label(String key, String value) {
    var more = new java.util.TreeMap<>(labels);
    more.put(key, value);
    return new ScalingConfig(workers, perWorker, placement, more, jvm, inProcess);
  }

  /// The largest heap of a worker, as the JVM writes it: `2g`, `512m`.
  public ScalingConfig heap(String size) {
    return new ScalingConfig(workers, perWorker, placement, labels, jvm.heap(size), inProcess);
  }

  /// Further options of a worker's JVM.
  public ScalingConfig jvmOptions(String... options) {
    return new ScalingConfig(
        workers, perWorker, placement, labels, jvm.options(List.of(options)), inProcess);
  }
}
