package dev.manta.internal.local;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.machine.FileErrors;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.machine.ProcessActivity;
import dev.manta.internal.machine.Sessions;
import dev.manta.internal.machine.Unkillable;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.WireException;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One child process from its start to the news that it is gone.
///
/// Three threads: one starts the process and waits for its end, one reads its frames, one writes
/// ours. `Gone` is told when the process has ended and every frame that it had written is told. A
/// process that an earlier controller started is not a child, so its end is looked for.
final class WorkerProcess {
  private static final long LAST_FRAMES_SECONDS = 5;
  private static final long LOOK_MILLIS = 50;
  private static final long LOOK_AT_THE_END_MILLIS = 5;

  private final WorkerSpec spec;
  private volatile WorkerFiles files;
  private final HeldNews news;
  private final FrameWriter writer = new FrameWriter();
  private final CountDownLatch read = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);
  private final boolean adopted;
  private @Nullable ProcessHandle process;
  private @Nullable ProcessActivity activity;
  private @Nullable Link link;
  private boolean killed;
  private boolean letGo;
  private volatile boolean givenUp;

  WorkerProcess(WorkerSpec spec, WorkerFiles files, Consumer<WorkerNews> news) {
    this.spec = spec;
    this.files = files;
    this.news = new HeldNews(news);
    this.adopted = false;
  }

  /// One that an earlier controller has started; no process is one that is gone.
  WorkerProcess(
      WorkerSpec spec,
      WorkerFiles files,
      Consumer<WorkerNews> news,
      @Nullable ProcessHandle process) {
    this.spec = spec;
    this.files = files;
    this.news = new HeldNews(news);
    this.news.release();
    this.process = process;
    this.adopted = true;
  }

  /// Somebody asks for the worker: from now on its news is told. False when that happened before,
  /// or when it was begun as another.
  boolean startedAs(WorkerSpec asked) {
    return spec.equals(asked) && news.release();
  }

  WorkerFiles files() {
    return files;
  }

  void files(WorkerFiles now) {
    files = now;
  }

  /// The command line that starts the process, made when it is needed.
  interface Launch {
    List<String> command() throws IOException;
  }

  /// Starts the process and stays until it is gone.
  void live(Launch launch, Map<String, String> environment) {
    tellGone(end(launch, environment));
  }

  /// Stays with a process that somebody else has started until it is gone.
  void outlive() {
    ProcessHandle started = process();
    while (started != null && Pids.runs(started.pid())) {
      look();
    }
    tellGone(new Exit.Unseen());
  }

  /// Whether that process is this worker: an earlier controller may have left another of the same
  /// name behind, which calls while this one is being started.
  synchronized boolean is(long pid) {
    try {
      while (process == null && !killed) {
        wait();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
    return process != null && process.pid() == pid;
  }

  private synchronized @Nullable ProcessHandle process() {
    return process;
  }

  private void look() {
    try {
      if (read.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        Thread.sleep(LOOK_AT_THE_END_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  private void tellGone(Exit exit) {
    Link open = leave();
    if (open != null) {
      awaitLastFrames(open);
    }
    writer.end();
    FileTree.delete(files.temp());
    files.process().delete();
    news.accept(new WorkerNews.Gone(spec.worker(), exit, LogTail.of(files.log())));
    endStarted();
    gone.countDown();
  }

  /// Nobody waits for this but who closes the group.
  private void endStarted() {
    ProcessHandle ended = process();
    if (ended != null) {
      Sessions.end(files.session(ended.pid()));
    }
  }

  /// Whatever went wrong is told: the run waits for the news.
  private Exit end(Launch launch, Map<String, String> environment) {
    try {
      Process child = start(launch.command(), environment);
      return ExitStatus.of(child.waitFor());
    } catch (IOException e) {
      return new Exit.NotStarted(FileErrors.words(e));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    } catch (RuntimeException | Error e) {
      kill();
      return new Exit.NotStarted(Objects.requireNonNullElse(e.getMessage(), e.toString()));
    }
  }

  private Process start(List<String> command, Map<String, String> environment) throws IOException {
    files.make();
    ProcessBuilder builder = new ProcessBuilder(command).directory(files.work().toFile());
    builder.environment().putAll(environment);
    builder.environment().put("TMPDIR", files.temp().toString());
    builder.environment().put(WorkerFiles.MARK, files.mark());
    builder.redirectErrorStream(true);
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(files.log().toFile()));
    Process child = builder.start();
    keep(child.toHandle());
    files.process().write(child.pid());
    return child;
  }

  private synchronized void keep(ProcessHandle child) {
    process = child;
    notifyAll();
    if (killed) {
      child.destroyForcibly();
    }
  }

  /// Takes the worker's connection and reads it to its end; false when the process is gone already.
  boolean talk(Link open, long pid, byte[] hello) {
    if (!enter(open)) {
      return false;
    }
    news.accept(
        adopted
            ? new WorkerNews.Back(spec.worker(), hello)
            : new WorkerNews.Connected(spec.worker(), pid));
    LocalThreads.start("manta-to-" + spec.worker(), () -> writer.drainTo(open));
    readAll(open);
    read.countDown();
    return true;
  }

  /// Whether its connection may be taken: it has none, and nobody has ended it.
  synchronized boolean mayTalk() {
    return link == null && !killed;
  }

  synchronized boolean isLetGo() {
    return letGo;
  }

  private synchronized boolean enter(Link open) {
    if (link != null || killed || letGo) {
      return false;
    }
    link = open;
    return true;
  }

  private synchronized @Nullable Link leave() {
    killed = true;
    notifyAll();
    return link;
  }

  private void readAll(Link open) {
    try {
      for (byte[] frame = open.receive(); frame != null; frame = open.receive()) {
        news.accept(new WorkerNews.Frame(spec.worker(), frame));
      }
    } catch (IOException ended) {
      // a killed process may leave half a frame behind
    } catch (WireException garbage) {
      files.note("ended this worker: " + garbage.getMessage());
      kill();
    }
  }

  /// A process that the worker started may hold the socket open, so the wait has a limit.
  private void awaitLastFrames(Link open) {
    try {
      if (!read.await(LAST_FRAMES_SECONDS, TimeUnit.SECONDS)) {
        open.close();
        read.await(LAST_FRAMES_SECONDS, TimeUnit.SECONDS);
      }
      open.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  void send(byte[] frame) {
    writer.add(frame);
  }

  /// Ends the process and those it started.
  synchronized void kill() {
    killed = true;
    notifyAll();
    if (process != null && process.isAlive()) {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroyForcibly();
      children.forEach(ProcessHandle::destroyForcibly);
    }
  }

  synchronized boolean isBusy() {
    if (activity == null && process != null) {
      activity = new ProcessActivity(process.pid());
    }
    return activity != null && activity.isBusy();
  }

  /// Nobody listens to the process any more, nor waits for it: it was killed and has not ended.
  /// Says why.
  String giveUp() {
    givenUp = true;
    writer.end();
    Link open = leave();
    if (open != null) {
      open.close();
    }
    ProcessHandle known = process();
    return Unkillable.why(known == null ? 0 : known.pid());
  }

  /// Ends the conversation: the process looks for another controller.
  void letGo() {
    Link open = lastLink();
    writer.end();
    if (open != null) {
      open.close();
    }
  }

  private synchronized @Nullable Link lastLink() {
    letGo = true;
    return link;
  }

  /// Whether nobody needs to wait for it: it is gone, or was given up.
  boolean awaitGone(long nanos) throws InterruptedException {
    return givenUp || gone.await(nanos, TimeUnit.NANOSECONDS);
  }
}
