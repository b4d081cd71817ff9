package dev.manta.dashboard.internal.runs;

import dev.manta.internal.control.record.RunFile;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The runs that somebody looks at, or has looked at a short while ago.
public final class RunWatches implements AutoCloseable {
  /// How many runs somebody may look at together.
  public static final int TOGETHER_MAX = 200;

  /// As many have curves at full size.
  private static final int USUAL = 8;

  private static final long RECENT_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long IDLE_NANOS = Duration.ofMinutes(10).toNanos();
  private static final int BUCKETS_MAX = 1 << 23;
  private static final int BUCKET_BYTES = 40;

  private final Location root;
  private final Map<String, WatchedRun> runs = new HashMap<>();
  private int parts = USUAL;

  public RunWatches(Location root) {
    this.root = root;
  }

  /// Half of the memory is for curves, in as many parts as are needed.
  private int buckets() {
    long room = Runtime.getRuntime().maxMemory() / 2 / parts / BUCKET_BYTES;
    return (int) Math.min(BUCKETS_MAX, room);
  }

  /// Of twice as many runs each has half of the space.
  private void share() {
    boolean more = false;
    while (runs.size() >= parts) {
      parts *= 2;
      more = true;
    }
    if (more) {
      runs.values().forEach(run -> run.curves().limitTo(buckets()));
    }
  }

  /// The run of that name; empty where there is none.
  public synchronized Optional<WatchedRun> find(String name) {
    Location location = root.resolve(name);
    Optional<RunFile> file = RunFile.find(Storages.at(location), location);
    WatchedRun known = runs.get(name);
    if (known != null && file.filter(now -> isSame(now, known.file())).isPresent()) {
      return Optional.of(known);
    }
    if (known != null) {
      runs.remove(name);
      known.close();
    }
    closeIdle();
    share();
    file.ifPresent(now -> runs.put(name, new WatchedRun(location, now, buckets())));
    return Optional.ofNullable(runs.get(name));
  }

  /// Another run may have taken the name of one that was deleted.
  private static boolean isSame(RunFile one, RunFile other) {
    return one.created().equals(other.created()) && one.reductions().equals(other.reductions());
  }

  /// Whoever looks at many runs together comes back to each of them.
  private void closeIdle() {
    List<Map.Entry<String, WatchedRun>> idle =
        new ArrayList<>(
            runs.entrySet().stream().filter(each -> !each.getValue().isListenedTo()).toList());
    idle.sort(Comparator.comparingLong(each -> each.getValue().usedNanos()));
    long now = System.nanoTime();
    int left = idle.size();
    for (var each : idle) {
      long unused = now - each.getValue().usedNanos();
      boolean tooMany = left >= TOGETHER_MAX || (left >= USUAL && unused > RECENT_NANOS);
      if (tooMany || unused > IDLE_NANOS) {
        left--;
        runs.remove(each.getKey());
        each.getValue().close();
      }
    }
  }

  @Override
  public synchronized void close() {
    runs.values().forEach(WatchedRun::close);
    runs.clear();
  }
}
