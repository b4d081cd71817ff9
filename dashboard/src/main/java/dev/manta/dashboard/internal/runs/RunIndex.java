package dev.manta.dashboard.internal.runs;

import dev.manta.internal.stored.StoredRuns;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The runs of a storage as a list. Only those that may have changed are read again.
public final class RunIndex implements AutoCloseable {
  private static final Set<String> AT_REST =
      Set.of("finished", "failed", "stopped", "interrupted", "unreadable");
  private static final long AGAIN_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long QUICK_NANOS = Duration.ofMillis(200).toNanos();
  private static final long NEVER = Long.MAX_VALUE;
  private static final long AGAIN_FAR_NANOS = Duration.ofSeconds(30).toNanos();

  private final Location root;
  private final Optional<String> only;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final Refresher refresher;
  private volatile long refreshedNanos = System.nanoTime() - AGAIN_NANOS;
  private volatile long passNanos = NEVER;

  /// @param root where the runs are
  /// @param only the name of the run that is shown, where it is one
  public RunIndex(Location root, Optional<String> only) {
    this.root = root;
    this.only = only;
    this.refresher = new Refresher("manta-dashboard-runs", this::pass);
  }

  private record Entry(ListedRun run, RunStamp stamp) {}

  /// @param complete whether all runs were looked at
  public record Answer(boolean complete, RunQuery.Page page) {}

  /// The runs that are meant. Where many have to be read first, those that were read so far; where
  /// looking at all of them takes long, as they were a moment ago.
  public Answer find(RunQuery query, Duration limit) throws InterruptedException {
    boolean complete = isRead(limit);
    return new Answer(complete, query.of(all()));
  }

  /// @param complete whether all runs were looked at
  public record GroupedAnswer(boolean complete, List<RunGroup> groups) {}

  /// The same in groups of those that share a value.
  ///
  /// @param by `tag`, or a value of runs by name
  public GroupedAnswer group(RunQuery query, String by, Duration limit)
      throws InterruptedException {
    boolean complete = isRead(limit);
    return new GroupedAnswer(complete, RunGroup.of(query.wanted(all()), by));
  }

  private List<ListedRun> all() {
    return entries.values().stream().map(Entry::run).toList();
  }

  private boolean isRead(Duration limit) throws InterruptedException {
    boolean known = passNanos != NEVER;
    boolean slow = known && passNanos > QUICK_NANOS;
    return isFresh() || refresher.refresh(slow ? Duration.ZERO : limit) || known;
  }

  private boolean isFresh() {
    return System.nanoTime() - refreshedNanos < AGAIN_NANOS;
  }

  /// Reads a run that was changed here.
  public void readAgain(String name) {
    entries.remove(name);
    look(name);
  }

  private void pass() {
    if (isFresh()) {
      return;
    }
    long begin = System.nanoTime();
    Set<String> names = Set.copyOf(names());
    entries.keySet().retainAll(names);
    for (String name : names) {
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      look(name);
    }
    refreshedNanos = System.nanoTime();
    passNanos = refreshedNanos - begin;
  }

  private List<String> names() {
    return only.map(List::of).orElseGet(() -> Storages.at(root).children(root));
  }

  private void look(String name) {
    Location at = root.resolve(name);
    Entry known = entries.get(name);
    RunStamp stamp = RunStamp.of(at);
    if (known != null
        && isAtRest(known.run().run().status())
        && known.stamp().isStill(stamp, AGAIN_FAR_NANOS)) {
      return;
    }
    StoredRuns.find(at)
        .map(run -> new Entry(ListedRun.of(run), stamp))
        .ifPresentOrElse(entry -> entries.put(name, entry), () -> entries.remove(name));
  }

  /// Whether a run of that status changes only when somebody starts it again.
  static boolean isAtRest(String status) {
    return AT_REST.contains(status);
  }

  @Override
  public void close() {
    refresher.close();
  }
}
