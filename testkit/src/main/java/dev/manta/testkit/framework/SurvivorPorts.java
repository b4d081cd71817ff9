package dev.manta.testkit.framework;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Set;

/// Where the process of a rank that survives a loss listens: before the loss, and after it.
final class SurvivorPorts {
  /// The outcome that is hoped for.
  static final String NONE_LEFT = "the survivor keeps no port";

  /// The outcome of a run whose next attempt did not report, or did so without the survivor: a
  /// process that takes long to come out of a library is replaced.
  static final String NOT_OBSERVED = "no survivor was observed";

  private static final int SURVIVOR = 1;

  private long process;
  private boolean isObserved;
  private Set<String> before = Set.of();
  private Set<String> after = Set.of();

  /// Notes it before rank 0 is killed, and when the next attempt reports. What is read for the
  /// first time takes long, and a short run would be over.
  Disturbance rank0IsKilledAfter(int steps) {
    process = ProcessHandle.current().pid();
    listeners();
    return Disturbance.after(steps, this::kill)
        .and(Disturbance.when(report -> report.attempt() > 1, this::noteAfter));
  }

  private void kill(Run run) {
    process = run.process(SURVIVOR);
    before = listeners();
    run.kill(0);
  }

  private void noteAfter(Run run) {
    after = listeners();
    isObserved = run.has(process);
  }

  private Set<String> listeners() {
    try {
      return ListeningPorts.of(process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether the survivor continued.
  boolean isObserved() {
    return isObserved;
  }

  /// In a line; with all ports where one of before is left, or there are more than before.
  String outcome() {
    if (!isObserved) {
      return NOT_OBSERVED;
    }
    return after.size() <= before.size() && Collections.disjoint(before, after)
        ? NONE_LEFT
        : "the survivor listened at %s, and then at %s".formatted(before, after);
  }
}
