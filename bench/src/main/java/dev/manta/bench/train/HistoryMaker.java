package dev.manta.bench.train;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.error.MantaException;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Committed;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.LocalCheckpoint;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.control.RunController;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsStream;
import dev.manta.internal.journal.Origin;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.spi.json.Bind;
import dev.manta.storage.ByteSource;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// Makes a run with a long history and stops it. Rules, records, checkpoints and reports are the
/// real ones; there is no worker, what one would say is made up here.
final class HistoryMaker {
  private static final String WORKER = "w0";
  private static final int AHEAD = 64;

  private final Storage storage = new LocalStorage();
  private final RunSite site;
  private final CheckpointStore store;
  private final LocalCheckpoint files;

  /// @param runs the directory of runs
  HistoryMaker(Path runs, String name) throws IOException {
    site = RunSite.of(name, Location.of(runs.resolve(name)));
    store = new CheckpointStore(storage, site.checkpoints());
    Path directory = Files.createDirectories(runs.resolveSibling("weights"));
    Files.writeString(directory.resolve("weights"), "7");
    files = (LocalCheckpoint) Checkpoint.fromDirectory(directory);
  }

  void make(int checkpoints, int reports, Class<?> program)
      throws IOException, InterruptedException {
    var loop = new LoopSpec(program.getName(), "train", "", "{}");
    var file =
        new RunFile(
            site.name(),
            Instant.now(),
            loop,
            "",
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    storage.put(site.location().resolve("run.json"), ByteSource.of(Bind.write(file).bytes()));
    report(reports);
    commit(checkpoints);
  }

  private void report(int count) throws InterruptedException {
    var encoder = new MetricsRowEncoder();
    byte[] metrics = "{\"loss\":0.125}".getBytes(StandardCharsets.UTF_8);
    var listener = new Listener();
    try (var stream = MetricsStream.open(storage, site.location(), site.openMetrics(), listener)) {
      for (int step = 1; step <= count; step++) {
        listener.awaitRoom();
        var stamp = new MetricsRowEncoder.Stamp(step, 0, System.currentTimeMillis());
        stream.append(encoder.encode(new Origin(1, 0, WORKER, step), stamp, metrics, ""));
      }
    }
  }

  /// Limits what is not durable yet, and ends the benchmark where reports cannot be written.
  private static final class Listener implements MetricsListener {
    private final Semaphore notDurable = new Semaphore(100_000);
    private volatile @Nullable MantaException broken;
    private long durable;

    void awaitRoom() throws InterruptedException {
      notDurable.acquire();
      MantaException cause = broken;
      if (cause != null) {
        throw cause;
      }
    }

    @Override
    public void broken(MantaException cause) {
      broken = cause;
      notDurable.release();
    }

    @Override
    public void durable(long position) {
      notDurable.release(Math.toIntExact(position - durable));
      durable = position;
    }

    @Override
    public void failed(MantaException cause) {
      throw cause;
    }

    @Override
    public void warning(String message) {
      throw new IllegalStateException(message);
    }

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void deposed() {
      throw new IllegalStateException("another process writes this history");
    }
  }

  private static RunSettings settings() {
    return new RunSettings(
        ScalingConfig.workers(1),
        FailureConfig.none(),
        CheckpointConfig.keepAll(),
        Map.of(),
        Optional.empty(),
        Limits.DEFAULT);
  }

  private void commit(int count) throws InterruptedException {
    LogRecords records = LogRecords.read(storage, site.location(), "history", StorageRetry.real());
    records.openTerm(Instant.now(), ProcessHandle.current().pid(), "here");
    var controller =
        new RunController(
            new RunMachine(settings()),
            records.replayed(),
            records,
            (_, _) -> {},
            (_, _) -> {},
            Clock.systemUTC());
    begin(controller, records.term());
    // Files are flushed to the disk one by one, so many are written at a time.
    try (ExecutorService writers = Executors.newFixedThreadPool(AHEAD)) {
      Queue<Future<Made>> ahead = new ArrayDeque<>();
      for (int ordinal = 1; ordinal <= count + AHEAD; ordinal++) {
        if (ordinal <= count) {
          int next = ordinal;
          ahead.add(writers.submit(() -> make(next)));
        }
        if (ordinal > AHEAD) {
          tell(controller, ahead.remove());
        }
      }
    }
    controller.handle(new Event.StopAsked("the benchmark", true));
    controller.handle(new Event.WorkerLost(WORKER, new Exit.Signal(9, "SIGKILL"), ""));
    if (controller.state().status() != RunStatus.STOPPED
        || controller.state().kept().size() != count) {
      throw new IllegalStateException("the history was not made: " + controller.state().reason());
    }
  }

  private static void begin(RunController controller, int term) {
    var node = new Node("here", Resources.cpus(8), List.of(), Map.of());
    controller.handle(new Event.ControllerStarted(term));
    controller.handle(new Event.Prepared(1, List.of(node), Optional.empty(), Map.of()));
    controller.handle(new Event.WorkerUp(WORKER, 0));
    controller.handle(new Event.WorkerReady(1, WORKER, Optional.empty()));
    controller.handle(new Event.WorkerEntered(1, WORKER));
  }

  private record Made(int ordinal, RankPart part, Committed committed) {}

  /// A checkpoint of one byte with twenty metrics.
  private Made make(int ordinal) {
    Metrics metrics = metrics(ordinal);
    var moment = new Moment(1, ordinal, ordinal, 0, false);
    String name = CheckpointStore.name(1, ordinal);
    StoredPart part = store.store(name, 0, new Extent.Whole(), moment, files);
    Committed committed = store.commit(List.of(part), metrics.toJson());
    return new Made(
        ordinal, new RankPart(0, true, 1, metrics, Bind.write(part).toString()), committed);
  }

  private static Metrics metrics(int ordinal) {
    Map<String, Object> metrics = new TreeMap<>();
    for (int i = 0; i < 20; i++) {
      metrics.put("metric/" + i, Math.sin(ordinal + i));
    }
    return Metrics.of(metrics);
  }

  private static void tell(RunController controller, Future<Made> future)
      throws InterruptedException {
    try {
      Made made = future.get();
      int ordinal = made.ordinal();
      controller.handle(new Event.PartStored(1, WORKER, ordinal, ordinal, made.part()));
      controller.handle(
          new Event.CheckpointStored(1, ordinal, made.committed().name(), made.committed().hash()));
    } catch (ExecutionException e) {
      throw new IllegalStateException("a checkpoint of the history was not made", e);
    }
  }
}
