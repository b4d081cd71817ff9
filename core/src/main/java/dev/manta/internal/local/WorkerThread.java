package dev.manta.internal.local;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.collective.group.InProcessGroup;
import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.machine.FileErrors;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.QueueLink;
import dev.manta.internal.worker.SessionHost;
import dev.manta.internal.worker.WorkerSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// A worker as threads of this JVM: the session of a worker process over queues instead of a
/// socket.
final class WorkerThread implements SessionHost {
  private static final Duration LATE_MAX = Duration.ofMinutes(10);

  private final WorkerSpec spec;
  private final WorkerFiles files;
  private final Consumer<WorkerNews> news;
  private final ClassLoader loader;
  private final QueueLink driver = QueueLink.open();
  private final FrameWriter writer = new FrameWriter();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final WorkerSession session = new WorkerSession(driver.other(), this);
  private volatile Exit exit = new Exit.Status(0);

  WorkerThread(WorkerSpec spec, WorkerFiles files, Consumer<WorkerNews> news, ClassLoader loader) {
    this.spec = spec;
    this.files = files;
    this.news = news;
    this.loader = loader;
  }

  void start() {
    LocalThreads.start("manta-worker-" + spec.worker(), session::run);
    LocalThreads.start("manta-to-" + spec.worker(), () -> writer.drainTo(driver));
    LocalThreads.start("manta-from-" + spec.worker(), this::read);
  }

  private void read() {
    try {
      files.make();
      news.accept(new WorkerNews.Connected(spec.worker(), ProcessHandle.current().pid()));
      for (byte[] frame = driver.receive(); frame != null; frame = driver.receive()) {
        news.accept(new WorkerNews.Frame(spec.worker(), frame));
      }
    } catch (IOException e) {
      exit = new Exit.NotStarted(FileErrors.words(e));
    }
    writer.end();
    FileTree.delete(files.temp());
    news.accept(new WorkerNews.Gone(spec.worker(), exit, ""));
    gone.countDown();
  }

  void send(byte[] frame) {
    writer.add(frame);
  }

  /// A thread cannot be killed: its attempt is over, it is interrupted, and nobody listens to it
  /// any more.
  void kill() {
    exit = new Exit.Signal(9, "SIGKILL");
    session.abandon("the worker was ended");
    driver.close();
  }

  boolean awaitGone(long millis) throws InterruptedException {
    return gone.await(millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public Path temp() {
    return files.temp();
  }

  @Override
  public ClassLoader loader() {
    return loader;
  }

  @Override
  public Rendezvous rendezvous(String run) {
    return InProcessGroup.rendezvous(run, LATE_MAX);
  }

  /// The process is the driver's, which is not the run's to watch.
  @Override
  public void watch(WorkerSession session) {}

  /// Signals are the driver's.
  @Override
  public void onTermination(Runnable told) {}

  @Override
  public Link callAgain(int attempt, int rank, long acknowledged) throws IOException {
    throw new IOException("a thread ends with its controller");
  }

  /// What threads print is on the driver's terminal, where this will be shown.
  @Override
  public void log(String text) {
    files.append(text);
  }

  @Override
  public void exit(int status) {
    exit = new Exit.Status(status);
    driver.close();
  }

  @Override
  public void orphaned() {
    session.abandon("the controller is gone");
  }
}
