package dev.manta.internal.local;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The workers of one run as threads of this JVM.
final class ThreadWorkerGroup implements WorkerGroup {
  private static final long END_MILLIS = 5000;

  private final Path directory;
  private final Consumer<WorkerNews> news;
  private final ClassLoader loader;
  private final Map<String, WorkerThread> workers = new ConcurrentHashMap<>();

  /// @param loader where the user's classes are
  ThreadWorkerGroup(GroupSettings settings, Consumer<WorkerNews> news, ClassLoader loader) {
    this.directory = Path.of(settings.directory()).toAbsolutePath();
    this.news = news;
    this.loader = loader;
  }

  @Override
  public void start(WorkerSpec spec) {
    hold();
    var worker = new WorkerThread(spec, WorkerFiles.of(directory, spec), news, loader);
    if (workers.putIfAbsent(spec.worker(), worker) != null) {
      throw new IllegalArgumentException("worker " + spec.worker() + " was started before");
    }
    worker.start();
  }

  /// A worker that cannot have its temp directory there says so itself.
  private void hold() {
    try {
      Scratch.hold(WorkerFiles.temporary(directory));
    } catch (IOException e) {
      System.getLogger("dev.manta.local").log(System.Logger.Level.DEBUG, "not held", e);
    }
  }

  /// Threads have no spares: they start at once.
  @Override
  public void seat(WorkerSpec spec) {}

  @Override
  public void send(String worker, byte[] frame) {
    WorkerThread thread = workers.get(worker);
    if (thread != null) {
      thread.send(frame);
    }
  }

  @Override
  public void kill(String worker) {
    WorkerThread thread = workers.get(worker);
    if (thread != null) {
      thread.kill();
    }
  }

  /// Threads cannot be frozen while this process is not.
  @Override
  public boolean isBusy(String worker) {
    return workers.containsKey(worker);
  }

  /// Nobody listens to a thread that was ended.
  @Override
  public String giveUp(WorkerSpec worker, long pid) {
    return "its thread does not end; it ends with this program";
  }

  @Override
  public void fence(WorkerSpec worker, long pid) {
    var orphan = new Orphan(directory, worker.worker(), pid);
    LocalThreads.start(
        "manta-fence-" + worker.worker(),
        () -> news.accept(new WorkerNews.Gone(worker.worker(), orphan.end(), "")));
  }

  /// Threads end with their process; one that never came to be is started.
  @Override
  public void adopt(WorkerSpec worker, long pid) {
    if (pid == 0) {
      start(worker);
    } else {
      fence(worker, 0);
    }
  }

  @Override
  public void release() {}

  @Override
  public void close() {
    workers.values().forEach(WorkerThread::kill);
    workers.values().forEach(ThreadWorkerGroup::awaitGone);
    FileTree.delete(WorkerFiles.temporary(directory));
  }

  private static void awaitGone(WorkerThread worker) {
    try {
      worker.awaitGone(END_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
