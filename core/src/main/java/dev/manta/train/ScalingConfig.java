package dev.manta.train;

import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How many workers a run has, what each of them gets, and on which nodes they run.
///
/// @param workers how many
/// @param perWorker what each worker gets
/// @param placement how they are laid over nodes
/// @param labels labels that a node must carry
/// @param acceleratorType a word in the names of the GPUs that are meant; empty for any
/// @param jvm options of a worker's JVM
/// @param inProcess whether workers are threads of this JVM, to debug in an IDE
public record ScalingConfig(
    WorkerCount workers,
    Resources perWorker,
    Placement placement,
    Map<String, String> labels,
    Optional<String> acceleratorType,
    WorkerJvm jvm,
    boolean inProcess) {
  public ScalingConfig {
    labels = Map.copyOf(labels);
    if (acceleratorType.filter(String::isBlank).isPresent()) {
      throw new IllegalArgumentException("an accelerator type has a name, such as H100");
    }
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
        Optional.empty(),
        WorkerJvm.DEFAULT,
        false);
  }

  /// Workers as threads of this JVM: breakpoints work; a crash takes everything along.
  public static ScalingConfig inProcess(int count) {
    ScalingConfig fixed = workers(count);
    return new ScalingConfig(
        fixed.workers,
        fixed.perWorker,
        fixed.placement,
        fixed.labels,
        fixed.acceleratorType,
        fixed.jvm,
        true);
  }

  /// The same with another number of workers.
  public ScalingConfig count(WorkerCount count) {
    return new ScalingConfig(count, perWorker, placement, labels, acceleratorType, jvm, inProcess);
  }

  /// What each worker gets; one core unless set. What no node has is refused when the run starts.
  public ScalingConfig perWorker(Resources resources) {
    return new ScalingConfig(
        workers, resources, placement, labels, acceleratorType, jvm, inProcess);
  }

  /// How workers are laid over nodes; [Placement#PACK] unless set.
  public ScalingConfig placement(Placement placement) {
    return new ScalingConfig(
        workers, perWorker, placement, labels, acceleratorType, jvm, inProcess);
  }

  /// Only nodes that carry this label; this machine's are in the variable `MANTA_LABELS`.
  public ScalingConfig label(String key, String value) {
    var more = new java.util.TreeMap<>(labels);
    more.put(key, value);
    return new ScalingConfig(workers, perWorker, placement, more, acceleratorType, jvm, inProcess);
  }

  /// Only GPUs whose name has this word in it, such as `H100` or `A100`, whatever its case; any
  /// unless set.
  public ScalingConfig acceleratorType(String name) {
    return new ScalingConfig(
        workers, perWorker, placement, labels, Optional.of(name), jvm, inProcess);
  }

  /// The largest heap of a worker, as the JVM writes it: `2g`, `512m`.
  public ScalingConfig heap(String size) {
    return new ScalingConfig(
        workers, perWorker, placement, labels, acceleratorType, jvm.heap(size), inProcess);
  }

  /// Further options of a worker's JVM.
  public ScalingConfig jvmOptions(String... options) {
    return new ScalingConfig(
        workers,
        perWorker,
        placement,
        labels,
        acceleratorType,
        jvm.options(List.of(options)),
        inProcess);
  }

  /// The JVM of a worker: its largest heap and further options.
  public record WorkerJvm(Optional<String> heap, List<String> options) {
    static final WorkerJvm DEFAULT = new WorkerJvm(Optional.empty(), List.of());

    public WorkerJvm {
      heap.ifPresent(WorkerJvm::requireSize);
      options.forEach(WorkerJvm::requireOption);
      options = List.copyOf(options);
    }

    WorkerJvm heap(String size) {
      return new WorkerJvm(Optional.of(size), options);
    }

    WorkerJvm options(List<String> more) {
      return new WorkerJvm(heap, more);
    }

    /// The options as they stand on the command line.
    public List<String> arguments() {
      List<String> arguments = new ArrayList<>();
      heap.ifPresent(size -> arguments.add("-Xmx" + size));
      arguments.addAll(options);
      return List.copyOf(arguments);
    }

    private static void requireSize(String size) {
      boolean digits =
          size.chars().limit(Math.max(0, size.length() - 1)).allMatch(Character::isDigit);
      boolean unit =
          !size.isEmpty() && "kKmMgGtT0123456789".indexOf(size.charAt(size.length() - 1)) >= 0;
      if (!digits || !unit || size.length() < 2) {
        throw new IllegalArgumentException(
            "heap must be a size like 512m or 2g, not \"" + size + "\"");
      }
    }

    private static void requireOption(String option) {
      if (!option.startsWith("-")) {
        throw new IllegalArgumentException("a JVM option starts with \"-\": \"" + option + "\"");
      }
    }
  }
}
