package dev.manta.testkit.framework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Set;

/// Where the process of a rank that survives a loss listens: before the loss, and after it.
final class SurvivorPorts {
  /// The outcome that is hoped for.
  static final String NONE_LEFT = "the survivor keeps no port";

  private static final int SURVIVOR = 1;

  private long process;
  private Set<String> before = Set.of();
  private Set<String> after = Set.of();

  /// Notes it before rank 0 is killed, and when the next attempt reports. What is read for the
  /// first time takes long, and a short run would be over.
  Disturbance rank0IsKilledAfter(int steps) {
    process = ProcessHandle.current().pid();
    listeners();
    return Disturbance.after(steps, this::kill)
        .and(Disturbance.when(report -> report.attempt() > 1, _ -> noteAfter()));
  }

  private void kill(Run run) {
    process = run.process(SURVIVOR);
    before = listeners();
    run.kill(0);
  }

  private void noteAfter() {
    after = listeners();
  }

  private Set<String> listeners() {
    try {
      return ListeningPorts.of(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// In a line; with all ports where there are more than before. A process that was replaced
  /// instead, as one that takes long to come out of a library may be, has none.
  String outcome() {
    return after.size() <= before.size()
        ? NONE_LEFT
        : "the survivor listened at %s, and then at %s".formatted(before, after);
  }
}
