package dev.manta.internal.local;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.machine.Unkillable;
import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.wire.WireException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The workers of one run as child processes, which call back over a Unix socket.
final class ProcessWorkerGroup implements WorkerGroup {
  private static final System.Logger LOG = System.getLogger("dev.manta.local");

  /// The file in the run's directory that says where a lasting door is.
  static final String SIGN = "door";

  private static final long PING_MILLIS = 1000;
  private static final long END_NANOS = 10_000_000_000L;
  private static final long ADOPTED_NANOS = 5_000_000_000L;
  private static final long LOOK_MILLIS = 5;

  /// Cleaners of temp directories take away what nobody has touched for some days, some for hours.
  private static final Duration TOUCH_EVERY = Duration.ofHours(1);

  private final GroupSettings settings;
  private final Path directory;
  private final Consumer<WorkerNews> news;
  private final AotCache cache;
  private final WorkerProgram program;
  private final WorkerDoor door;
  private final Map<String, WorkerProcess> workers = new ConcurrentHashMap<>();
  private final Thread keeper;
  private volatile boolean released;

  ProcessWorkerGroup(
      GroupSettings settings, Consumer<WorkerNews> news, WorkerProgram program, AotCache cache) {
    this.settings = settings;
    this.directory = Path.of(settings.directory()).toAbsolutePath();
    this.news = news;
    this.cache = cache;
    this.program = program;
    boolean lasting = settings.orphanLimit().isPositive();
    this.door =
        lasting
            ? WorkerDoor.lasting(directory.resolve(SIGN), this::answer)
            : WorkerDoor.open(this::answer);
    if (!door.reopened()) {
      FileTree.delete(WorkerFiles.temporary(directory));
    }
    this.keeper = LocalThreads.start("manta-scratch-keeper", this::keepScratch);
  }

  /// Deletes what others have left, and keeps what is in use from looking so.
  private void keepScratch() {
    Scratch.sweep();
    try {
      while (true) {
        Thread.sleep(TOUCH_EVERY);
        Scratch.touch(WorkerFiles.temporary(directory));
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void ready(WorkerSpec worker) {
    process(worker);
  }

  private WorkerProcess process(WorkerSpec worker) {
    return workers.computeIfAbsent(worker.worker(), _ -> begin(worker));
  }

  @Override
  public void start(WorkerSpec worker) {
    if (!process(worker).startedAs(worker)) {
      throw new IllegalArgumentException("worker " + worker.worker() + " was started before");
    }
  }

  private WorkerProcess begin(WorkerSpec worker) {
    var process = new WorkerProcess(worker, WorkerFiles.of(directory, worker), news);
    LocalThreads.start(
        "manta-life-" + worker.worker(),
        () -> process.live(() -> command(process, worker), variables()));
    return process;
  }

  private Map<String, String> variables() {
    Map<String, String> all = new HashMap<>(program.variables().apply(settings.variables()));
    if (settings.runtime() instanceof WorkerRuntime.Interpreter interpreter) {
      var companion = new CompanionCommand(program, interpreter.classPath());
      all.put(CompanionCommand.VARIABLE, companion.text(cache.file(List.of())));
      all.putAll(interpreter.environment());
    }
    return all;
  }

  private List<String> command(WorkerProcess process, WorkerSpec worker) throws IOException {
    door.restore();
    return SessionCommand.of(
        switch (settings.runtime()) {
          case WorkerRuntime.Jvm jvm -> jvm(jvm, process, worker);
          case WorkerRuntime.Interpreter interpreter -> interpreter(interpreter, process, worker);
        });
  }

  private List<String> jvm(WorkerRuntime.Jvm jvm, WorkerProcess process, WorkerSpec worker) {
    var arguments =
        JvmCommand.worker(
            process.files(), door.directory(), worker.worker(), settings.orphanLimit(), program);
    return JvmCommand.of(jvm, program.first(), cache.file(jvm.options()), arguments);
  }

  /// The last two words are those by which the next controller knows a worker: what it is, and
  /// where it writes.
  private List<String> interpreter(
      WorkerRuntime.Interpreter interpreter, WorkerProcess process, WorkerSpec worker) {
    List<String> command = new ArrayList<>(interpreter.command());
    command.add(door.directory().toString());
    command.add(worker.worker());
    command.add(Long.toString(settings.orphanLimit().toMillis()));
    command.add(program.main());
    command.add(JvmCommand.TEMP + process.files().temp());
    return command;
  }

  private void answer(SocketChannel channel) {
    LocalThreads.start("manta-from-worker", () -> listen(new SocketLink(channel)));
  }

  /// Reads the hello and hands the connection to the worker that proved who it is.
  private void listen(SocketLink link) {
    try (link) {
      byte[] frame = link.receive();
      if (frame != null && ToController.read(frame) instanceof ToController.Hello hello) {
        admit(hello, frame, link);
      }
    } catch (IOException | WireException stranger) {
      LOG.log(DEBUG, "a caller was turned away", stranger);
    }
  }

  private void admit(ToController.Hello hello, byte[] frame, SocketLink link) throws IOException {
    if (!door.admits(hello.token())) {
      return;
    }
    WorkerProcess worker = known(hello.worker());
    if (worker != null && worker.isLetGo()) {
      return; // it looks for another controller
    }
    if (worker == null || !worker.is(hello.pid()) || !worker.mayTalk()) {
      link.send(new ToWorker.Leave().frame());
    } else {
      link.send(welcome().frame());
      worker.talk(link, hello.pid(), frame);
    }
  }

  /// Workers of an earlier controller may call before this one knows of them. Whoever is not known
  /// after a while is of no use to it.
  private @Nullable WorkerProcess known(String worker) {
    long end = System.nanoTime() + (door.reopened() ? ADOPTED_NANOS : 0);
    try {
      while (!workers.containsKey(worker) && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
    return workers.get(worker);
  }

  private ToWorker.Welcome welcome() {
    return new ToWorker.Welcome(settings.term(), settings.orphanLimit().toMillis(), PING_MILLIS);
  }

  @Override
  public void adopt(WorkerSpec worker, long pid) {
    Optional<ProcessHandle> process =
        new Orphan(directory, worker.worker(), pid).find(door.directory());
    if (process.isEmpty() && pid == 0) {
      start(worker);
      return;
    }
    if (process.isEmpty()) {
      LocalThreads.start(
          "manta-fence-" + worker.worker(),
          new Orphan(directory, worker.worker(), pid)::endStarted);
    }
    WorkerFiles files = WorkerFiles.found(directory, worker);
    var adopted = new WorkerProcess(worker, files, news, process.orElse(null));
    workers.put(worker.worker(), adopted);
    LocalThreads.start("manta-life-" + worker.worker(), adopted::outlive);
  }

  @Override
  public void seat(WorkerSpec worker) {
    WorkerProcess process = workers.get(worker.worker());
    if (process != null) {
      process.files(process.files().seated(directory, worker));
    }
  }

  @Override
  public void send(String worker, byte[] frame) {
    WorkerProcess process = workers.get(worker);
    if (process != null) {
      process.send(frame);
    }
  }

  @Override
  public void kill(String worker) {
    WorkerProcess process = workers.get(worker);
    if (process != null) {
      process.kill();
    }
  }

  @Override
  public boolean isBusy(String worker) {
    WorkerProcess process = workers.get(worker);
    return process != null && process.isBusy();
  }

  @Override
  public String giveUp(WorkerSpec worker, long pid) {
    WorkerProcess process = workers.get(worker.worker());
    return process == null ? Unkillable.why(pid) : process.giveUp();
  }

  @Override
  public void fence(WorkerSpec worker, long pid) {
    var orphan = new Orphan(directory, worker.worker(), pid);
    LocalThreads.start("manta-fence-" + worker.worker(), () -> end(orphan));
  }

  private void end(Orphan orphan) {
    news.accept(new WorkerNews.Gone(orphan.worker(), orphan.end(door.directory()), ""));
    orphan.endStarted();
  }

  @Override
  public void release() {
    released = true;
    keeper.interrupt();
    door.leave();
    workers.values().forEach(WorkerProcess::letGo);
  }

  @Override
  public void close() {
    if (!released) {
      end();
    }
  }

  private void end() {
    keeper.interrupt();
    workers.values().forEach(WorkerProcess::kill);
    awaitGone();
    if (door.reopened()) {
      Orphan.endAll(door.directory());
    }
    door.close();
    FileTree.delete(WorkerFiles.temporary(directory));
    FileTree.delete(ProcessNote.all(directory));
    if (settings.runtime() instanceof WorkerRuntime.Jvm jvm) {
      cache.makeIfMissing(jvm.options());
    }
  }

  /// All have the same time: who is not gone by then does not end though it was killed.
  private void awaitGone() {
    long end = System.nanoTime() + END_NANOS;
    try {
      for (Map.Entry<String, WorkerProcess> each : workers.entrySet()) {
        if (!each.getValue().awaitGone(end - System.nanoTime())) {
          String why = each.getValue().giveUp();
          LOG.log(WARNING, "worker {0} was killed and has not ended: {1}", each.getKey(), why);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
