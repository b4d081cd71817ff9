package dev.manta.testkit.sim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// The collective at the end of each step: nobody continues before all are there, and all agree on
/// when to stop, and when to leave because their number changes.
final class Barrier {
  private final int size;
  private final Map<Integer, Long> done = new HashMap<>();
  private final List<Runnable> waiting = new ArrayList<>();
  private boolean stopAsked;
  private long stopAt = Long.MAX_VALUE;
  private boolean resizeAsked;
  private long resizeAt = Long.MAX_VALUE;

  Barrier(int size) {
    this.size = size;
  }

  /// A rank has done a step; `then` runs when all have.
  void arrive(int rank, long step, Runnable then) {
    done.put(rank, step);
    waiting.add(then);
    boolean all = done.size() == size && done.values().stream().allMatch(s -> s == step);
    if (all) {
      if (stopAsked) {
        stopAt = Math.min(stopAt, step);
      } else if (resizeAsked) {
        resizeAt = Math.min(resizeAt, step);
      }
      List<Runnable> now = List.copyOf(waiting);
      waiting.clear();
      now.forEach(Runnable::run);
    }
  }

  /// The ranks that have not done a step yet.
  List<Integer> missing(long step) {
    return IntStream.range(0, size)
        .filter(rank -> done.getOrDefault(rank, 0L) < step)
        .boxed()
        .toList();
  }

  void stop() {
    stopAsked = true;
  }

  void resize() {
    resizeAsked = true;
  }

  /// Ranks continue together after all.
  void stay() {
    resizeAsked = false;
    resizeAt = Long.MAX_VALUE;
  }

  boolean leavesAt(long step) {
    return step == resizeAt;
  }

  boolean stopsAt(long step) {
    return step >= stopAt;
  }
}
