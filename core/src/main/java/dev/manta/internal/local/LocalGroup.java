package dev.manta.internal.local;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.wire.WireException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The workers of one run as child processes, which call back over a Unix socket.
final class LocalGroup implements WorkerGroup {
  private static final long PING_MILLIS = 1000;
  private static final long END_MILLIS = 20_000;

  private final GroupSettings settings;
  private final Path directory;
  private final Consumer<WorkerNews> news;
  private final AotCache cache;
  private final Doorway door;
  private final Map<String, WorkerProcess> workers = new ConcurrentHashMap<>();

  LocalGroup(GroupSettings settings, Consumer<WorkerNews> news, AotCache cache) {
    this.settings = settings;
    this.directory = Path.of(settings.directory()).toAbsolutePath();
    this.news = news;
    this.cache = cache;
    FileTree.delete(WorkerFiles.temporary(directory));
    this.door = Doorway.open(this::answer);
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
    Threads.start(
        "manta-life-" + worker.worker(),
        () -> process.live(command(process, worker), settings.environment()));
    return process;
  }

  private List<String> command(WorkerProcess process, WorkerSpec worker) {
    var arguments = Command.worker(process.files(), door.directory(), worker.worker());
    return Command.of(settings, cache.file(settings.jvmOptions()), arguments);
  }

  private void answer(SocketChannel channel) {
    Threads.start("manta-from-worker", () -> listen(new SocketLink(channel)));
  }

  /// Reads the hello and hands the connection to the worker that proved who it is.
  private void listen(SocketLink link) {
    try (link) {
      byte[] frame = link.receive();
      if (frame != null && ToController.read(frame) instanceof ToController.Hello hello) {
        admit(hello, link);
      }
    } catch (IOException | WireException stranger) {
      System.getLogger("dev.manta.local")
          .log(System.Logger.Level.DEBUG, "a caller was turned away", stranger);
    }
  }

  private void admit(ToController.Hello hello, SocketLink link) throws IOException {
    WorkerProcess worker = door.admits(hello.token()) ? workers.get(hello.worker()) : null;
    if (worker != null) {
      link.send(welcome().frame());
      worker.talk(link, hello.pid());
    }
  }

  private ToWorker.Welcome welcome() {
    return new ToWorker.Welcome(settings.orphanLimit().toMillis(), PING_MILLIS);
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
  public void fence(String worker, long pid) {
    Threads.start(
        "manta-fence-" + worker,
        () -> news.accept(new WorkerNews.Gone(worker, Orphan.end(worker, pid), "")));
  }

  @Override
  public Path log(String worker) {
    WorkerProcess process = workers.get(worker);
    if (process == null) {
      throw new IllegalArgumentException("no worker " + worker + " was started");
    }
    return process.files().log();
  }

  @Override
  public void close() {
    workers.values().forEach(WorkerProcess::kill);
    try {
      workers.forEach(this::awaitGone);
    } finally {
      door.close();
      FileTree.delete(WorkerFiles.temporary(directory));
      cache.makeIfMissing(settings.jvmOptions());
    }
  }

  private void awaitGone(String worker, WorkerProcess process) {
    try {
      if (!process.awaitGone(END_MILLIS)) {
        throw new MantaException(
            ErrorCode.CLUSTER,
            "worker " + worker + " did not end within 20 s of being killed; see `ps`");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
