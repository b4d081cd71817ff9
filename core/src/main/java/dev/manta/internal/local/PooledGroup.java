package dev.manta.internal.local;

import static java.lang.System.Logger.Level.WARNING;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The workers of one run in processes of a pool. Who leaves cleanly goes back there.
final class PooledGroup implements WorkerGroup {
  private static final long END_NANOS = 10_000_000_000L;

  private final Path directory;
  private final InterchangeableProcesses processes;
  private final Consumer<WorkerNews> news;
  private final Map<String, PooledWorker> workers = new ConcurrentHashMap<>();

  PooledGroup(
      GroupSettings settings, InterchangeableProcesses processes, Consumer<WorkerNews> news) {
    this.directory = Path.of(settings.directory());
    this.processes = processes;
    this.news = news;
  }

  @Override
  public void ready(WorkerSpec worker) {
    pooled(worker.worker(), worker);
  }

  private PooledWorker pooled(String id, WorkerSpec worker) {
    return workers.computeIfAbsent(id, _ -> processes.take(worker, news));
  }

  @Override
  public void start(WorkerSpec worker) {
    PooledWorker pooled = pooled(worker.worker(), worker);
    if (!pooled.start()) {
      throw new IllegalArgumentException("worker " + worker.worker() + " was started before");
    }
    if (worker.rank() != WorkerSpec.NO_RANK) {
      pooled.trains();
    }
  }

  /// What it prints is told, so nothing has to be renamed.
  @Override
  public void seat(WorkerSpec worker) {
    find(worker.worker()).ifPresent(PooledWorker::trains);
  }

  @Override
  public void send(String worker, byte[] frame) {
    find(worker).ifPresent(pooled -> pooled.send(frame));
  }

  private Optional<PooledWorker> find(String worker) {
    return Optional.ofNullable(workers.get(worker));
  }

  @Override
  public void kill(String worker) {
    find(worker).ifPresent(PooledWorker::kill);
  }

  @Override
  public boolean isBusy(String worker) {
    return find(worker).filter(PooledWorker::isBusy).isPresent();
  }

  @Override
  public String giveUp(WorkerSpec worker, long pid) {
    return find(worker.worker())
        .map(pooled -> pooled.giveUp(pid))
        .orElse("no process of it is known");
  }

  /// An earlier driver of the run may have had a pool in the same place.
  @Override
  public void fence(WorkerSpec worker, long pid) {
    var orphan = new Orphan(directory, worker.worker(), processes.has(pid) ? 0 : pid);
    LocalThreads.start(
        "manta-fence-" + worker.worker(),
        () ->
            news.accept(
                new WorkerNews.Gone(worker.worker(), orphan.endIn(processes.directory()), "")));
  }

  /// Workers of a pool end with their driver; one that never came to be is started.
  @Override
  public void adopt(WorkerSpec worker, long pid) {
    if (pid == 0) {
      start(worker);
    } else {
      fence(worker, pid);
    }
  }

  @Override
  public void release() {
    close();
  }

  @Override
  public void close() {
    workers.values().forEach(PooledWorker::kill);
    long end = System.nanoTime() + END_NANOS;
    try {
      for (PooledWorker each : workers.values()) {
        if (!each.awaitLeft(end - System.nanoTime())) {
          System.getLogger("dev.manta.local")
              .log(WARNING, "worker {0} was killed and has not ended", each.worker());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
