package dev.manta.internal.local;

import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// Processes of a pool that were started alike: any of them can be any worker of a run that wants
/// such processes.
final class InterchangeableProcesses implements AutoCloseable {
  private static final Duration LOOK_AT_LOGS_EVERY = Duration.ofMillis(200);

  private final Path directory;
  private final WorkerGroup group;
  private final Map<String, PooledProcess> all = new LinkedHashMap<>();
  private final Deque<PooledProcess> idle = new ArrayDeque<>();
  private final Thread logs;
  private int started;
  private boolean closed;

  InterchangeableProcesses(LocalCluster cluster, GroupSettings settings) {
    this.directory = Path.of(settings.directory());
    this.group = cluster.open(Grant.NONE, settings, this::hear);
    this.logs = LocalThreads.start("manta-pool-logs", this::followLogs);
  }

  Path directory() {
    return directory;
  }

  /// A process for a worker of a run: an idle one, or a new one. Ranks get those that have trained,
  /// as long as there are any.
  synchronized PooledWorker take(WorkerSpec worker, Consumer<WorkerNews> news) {
    boolean trains = worker.rank() != WorkerSpec.NO_RANK;
    PooledProcess process = trains ? idle.pollLast() : idle.pollFirst();
    PooledProcess taken = process == null ? make(worker.node()) : process;
    var pooled = new PooledWorker(worker.worker(), taken, news);
    taken.assign(pooled);
    if (process == null) {
      group.start(spec(taken.id(), worker.node()));
    }
    return pooled;
  }

  private PooledProcess make(String node) {
    if (closed) {
      throw new IllegalStateException("the pool in " + directory + " is closed");
    }
    String id = "w" + started++;
    var process = new PooledProcess(spec(id, node), group, directory);
    all.put(id, process);
    return process;
  }

  private static WorkerSpec spec(String id, String node) {
    return new WorkerSpec(id, node, 1, Integer.parseInt(id.substring(1)));
  }

  private void hear(WorkerNews news) {
    if (news instanceof WorkerNews.Gone gone) {
      PooledProcess process = remove(gone.worker()); // first: nobody is to take it any more
      process.hear(gone).ifPresent(this::leaves);
      process.removeEmptyLog();
    } else if (news instanceof WorkerNews.OfWorker about) {
      process(about.worker()).hear(about).ifPresent(this::leaves);
    }
  }

  private synchronized PooledProcess process(String id) {
    PooledProcess known = all.get(id);
    if (known == null) {
      throw new IllegalStateException("there is no news of a process before it is started");
    }
    return known;
  }

  /// The next run finds the process when this one hears that its worker is gone.
  private void leaves(PooledProcess.Left left) {
    if (left.reusable()) {
      keepIdle(left.process());
    }
    left.worker().leaves(left.gone());
  }

  /// Those that have trained are the last.
  private synchronized void keepIdle(PooledProcess process) {
    if (process.hasTrained()) {
      idle.addLast(process);
    } else {
      idle.addFirst(process);
    }
  }

  private synchronized PooledProcess remove(String id) {
    PooledProcess gone = process(id);
    all.remove(id);
    idle.remove(gone);
    return gone;
  }

  /// Whether one of them is that process.
  boolean has(long pid) {
    return list().stream().anyMatch(process -> process.is(pid));
  }

  private synchronized List<PooledProcess> list() {
    return new ArrayList<>(all.values());
  }

  private synchronized void end() {
    closed = true;
    idle.clear();
  }

  private void followLogs() {
    try {
      while (true) {
        Thread.sleep(LOOK_AT_LOGS_EVERY);
        list().forEach(PooledProcess::tellPrinted);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// Ends all of them.
  @Override
  public void close() {
    end();
    List<PooledProcess> last = list();
    logs.interrupt();
    group.close();
    last.forEach(PooledProcess::removeEmptyLog);
  }
}
