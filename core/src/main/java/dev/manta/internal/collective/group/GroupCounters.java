package dev.manta.internal.collective.group;

import dev.manta.collective.Counters;
import dev.manta.internal.collective.CallKind;
import dev.manta.internal.collective.CallMeter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.LongStream;

/// The counters of one group. Each cell has one writer: the thread that makes that kind of call.
@SuppressWarnings("EnumOrdinal") // one cell per kind, inside one process
final class GroupCounters implements CallMeter {
  private static final CallKind[] KINDS = CallKind.values();

  private final AtomicLongArray calls = new AtomicLongArray(KINDS.length);
  private final AtomicLongArray bytes = new AtomicLongArray(KINDS.length);
  private final AtomicLongArray waited = new AtomicLongArray(KINDS.length);
  private final AtomicLongArray total = new AtomicLongArray(KINDS.length);
  private final AtomicLongArray last;
  private volatile long agreed = Long.MIN_VALUE;
  private long waitedNow;
  private long began;

  GroupCounters(int ranks) {
    this.last = new AtomicLongArray(ranks);
  }

  /// Notes the beginning of a collective call.
  void begin(long now) {
    began = now;
  }

  @Override
  public long began() {
    return began;
  }

  @Override
  public void waited(long nanos) {
    waitedNow += nanos;
  }

  @Override
  public void last(int rank) {
    add(last, rank, 1);
  }

  @Override
  public void agreed(long control) {
    agreed = control;
  }

  long agreed() {
    return agreed;
  }

  /// Notes the end of a collective call.
  void done(CallKind kind, long moved, long nanos) {
    done(kind, moved, nanos, waitedNow);
    waitedNow = 0;
  }

  /// Notes the end of a send or receive, all of which counts as moving.
  void passed(CallKind kind, long moved, long nanos) {
    done(kind, moved, nanos, 0);
  }

  private void done(CallKind kind, long moved, long nanos, long waiting) {
    int at = kind.ordinal();
    add(calls, at, 1);
    add(bytes, at, moved);
    add(waited, at, waiting);
    add(total, at, nanos);
  }

  private static void add(AtomicLongArray cells, int at, long amount) {
    cells.setRelease(at, cells.getPlain(at) + amount);
  }

  Counters counters() {
    Map<String, Counters.PerCall> perCall = new HashMap<>();
    for (CallKind kind : KINDS) {
      if (calls.get(kind.ordinal()) > 0) {
        perCall.put(kind.label(), perCall(kind.ordinal()));
      }
    }
    return new Counters(perCall, lastToArrive());
  }

  private Counters.PerCall perCall(int at) {
    Duration waiting = Duration.ofNanos(waited.get(at));
    Duration moving = Duration.ofNanos(Math.max(0, total.get(at) - waited.get(at)));
    return new Counters.PerCall(calls.get(at), bytes.get(at), waiting, moving);
  }

  /// How long all calls took together.
  long totalNanos() {
    return LongStream.range(0, total.length()).map(kind -> total.get((int) kind)).sum();
  }

  private List<Long> lastToArrive() {
    return LongStream.range(0, last.length()).mapToObj(rank -> last.get((int) rank)).toList();
  }
}
