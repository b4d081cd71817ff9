package dev.manta.train;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
