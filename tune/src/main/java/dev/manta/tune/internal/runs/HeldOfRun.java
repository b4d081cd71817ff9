package dev.manta.tune.internal.runs;

import dev.manta.internal.control.record.CheckpointHolds;
import java.util.HashSet;
import java.util.Set;

/// The checkpoints of a trial's run, each of which is deleted once neither the run nor its
/// experiment needs it: trials resume from them, others take them over, the best one is a result.
///
/// One that a run has just stored is held until the experiment, which hears of it later, says that
/// it does not need it.
final class HeldOfRun implements CheckpointHolds {
  private final Set<String> needed = new HashSet<>();
  private final Set<String> left = new HashSet<>();
  private final Set<String> free = new HashSet<>();

  /// The experiment has heard of one.
  synchronized void told(String name) {
    needed.add(name);
  }

  /// An earlier driver's experiment needed these of all that the run has.
  synchronized void resume(Set<String> all) {
    all.stream().filter(each -> !needed.contains(each)).forEach(free::add);
  }

  /// The experiment does not need one any more; whether the run does not either.
  synchronized boolean release(String name) {
    needed.remove(name);
    boolean isLeft = left.remove(name);
    if (!isLeft) {
      free.add(name);
    }
    return isLeft;
  }

  /// Those that a run which is over deleted and told nobody of: newer ones had overtaken them.
  synchronized Set<String> untold() {
    Set<String> untold = new HashSet<>(left);
    untold.removeAll(needed);
    left.removeAll(untold);
    return untold;
  }

  @Override
  public synchronized boolean mayDelete(String name) {
    boolean may = free.remove(name);
    if (!may) {
      left.add(name);
    }
    return may;
  }

  @Override
  public synchronized Set<String> all() {
    Set<String> all = new HashSet<>(needed);
    all.addAll(left);
    return all;
  }
}
