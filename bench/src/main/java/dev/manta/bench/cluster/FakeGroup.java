package dev.manta.bench.cluster;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.ToWorker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// Workers that are objects; each hears one message after the other, on a thread of the group.
final class FakeGroup implements WorkerGroup {
  private static final Exit KILLED = new Exit.Signal(9, "SIGKILL");

  /// A worker, and the thread that it lives on.
  private record Seated(FakeWorker worker, ExecutorService thread) {}

  private final Map<String, Seated> workers = new ConcurrentHashMap<>();
  private final ExecutorService[] threads = new ExecutorService[2];
  private final Consumer<WorkerNews> news;
  private final FakeRun run;

  FakeGroup(Consumer<WorkerNews> news, FakeRun run) {
    this.news = news;
    this.run = run;
    for (int i = 0; i < threads.length; i++) {
      threads[i] = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
    }
    Thread.ofVirtual().start(this::reportWhenAllHaveEntered);
  }

  private void reportWhenAllHaveEntered() {
    try {
      run.entered().await();
      workers.values().forEach(each -> each.thread().execute(each.worker()::report));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void start(WorkerSpec spec) {
    var worker = new FakeWorker(spec, run, (int) run.entered().getCount(), news);
    var seated = new Seated(worker, threads[workers.size() % threads.length]);
    workers.put(spec.worker(), seated);
    seated.thread().execute(worker::connect);
  }

  @Override
  public void seat(WorkerSpec worker) {}

  @Override
  public void send(String worker, byte[] frame) {
    Seated seated = workers.get(worker);
    if (seated != null) {
      seated.thread().execute(() -> seated.worker().hear(ToWorker.read(frame)));
    }
  }

  @Override
  public void kill(String worker) {
    Seated seated = workers.get(worker);
    if (seated != null) {
      seated.thread().execute(() -> seated.worker().dies(KILLED));
    }
  }

  @Override
  public String giveUp(WorkerSpec worker, long pid) {
    return "it was never there";
  }

  @Override
  public void fence(WorkerSpec worker, long pid) {
    news.accept(new WorkerNews.Gone(worker.worker(), KILLED, ""));
  }

  @Override
  public void adopt(WorkerSpec worker, long pid) {
    fence(worker, pid);
  }

  @Override
  public void release() {}

  @Override
  public void close() {
    workers.values().forEach(each -> each.worker().dies(KILLED));
    for (ExecutorService thread : threads) {
      thread.shutdownNow();
    }
  }
}
