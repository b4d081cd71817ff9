package dev.manta.collective;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// What a group has done so far: per kind of call, and how often each rank was the last to arrive.
public record Counters(Map<String, PerCall> calls, List<Long> lastToArrive) {
  private static final PerCall NOTHING = new PerCall(0, 0, Duration.ZERO, Duration.ZERO);

  public Counters {
    calls = Map.copyOf(calls);
    lastToArrive = List.copyOf(lastToArrive);
  }

  /// The sums of one kind of call, by the name of its method.
  public PerCall of(String call) {
    return calls.getOrDefault(call, NOTHING);
  }

  /// The sums over all calls of one kind: how many, bytes handed in, time waiting for other ranks,
  /// and time moving or folding data.
  public record PerCall(long calls, long bytes, Duration waited, Duration moved) {}
}
