package dev.manta.internal.worker;

import acme.TestLoops;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.local.News;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/// Just enough of a controller to run a training function on real workers: it lets them in, passes
/// offers on, commits whole checkpoints, and keeps what they say.
final class FakeController implements AutoCloseable {
  private final Path directory;
  private final int size;
  private final News news = new News();
  private final Cluster cluster;
  private final WorkerGroup group;
  private final List<Integer> ready = new ArrayList<>();
  private final Map<Integer, String> offers = new TreeMap<>();
  private final List<String> committed = new ArrayList<>();
  private final CheckpointStore store;
  final List<ToController.Report> reports = new ArrayList<>();
  private ToWorker.Start start = ToWorker.Start.at("", 0, 0, 0, "");
  private LoopSpec loop = new LoopSpec("", "", "", "");
  private final Set<String> killed = new HashSet<>();
  private int attempt = 1;
  private String device = "cpu";
  private String upload = "SYNC";
  private final Map<String, String> settings =
      new HashMap<>(Map.of("lanes", "2", "dataLanes", "2"));
  private BiConsumer<Integer, ToController> listener = (rank, message) -> {};

  FakeController(Path directory, int size) {
    this(directory, size, new LocalCluster(), List.of());
  }

  FakeController(Path directory, int size, Cluster cluster, List<String> jvmOptions) {
    this.directory = directory;
    this.size = size;
    this.cluster = cluster;
    List<String> classPath =
        Arrays.asList(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    group =
        cluster.open(
            Grant.NONE,
            new GroupSettings(
                "test",
                classPath,
                jvmOptions,
                WorkerVariables.of(Map.of("GREETING", "hello")),
                directory.toString(),
                1,
                Duration.ZERO),
            news);
    Location storage = Location.of(directory);
    store = new CheckpointStore(Storages.at(storage), storage.resolve("checkpoints"));
  }

  FakeController startFrom(Path checkpoint, long step, int epoch) {
    start = ToWorker.Start.at(checkpoint.toString(), step, epoch, 0, "");
    return this;
  }

  FakeController upload(String mode) {
    upload = mode;
    return this;
  }

  FakeController device(String name) {
    device = name;
    return this;
  }

  /// Is called with everything that a rank says.
  FakeController listening(BiConsumer<Integer, ToController> listener) {
    this.listener = listener;
    return this;
  }

  FakeController start(String method, String config) {
    for (int rank = 0; rank < size; rank++) {
      group.start(new WorkerSpec("w" + rank, "local", 1, rank));
    }
    loop = new LoopSpec(TestLoops.class.getName(), method, "", config);
    return this;
  }

  /// Serves workers until one says something of that kind.
  <T extends ToController> T await(Class<T> kind) throws InterruptedException {
    while (true) {
      WorkerNews next = news.next();
      if (next instanceof WorkerNews.Gone gone && !killed.contains(gone.worker())) {
        throw new AssertionError("a worker is gone: " + gone);
      }
      ToController message = serve(next);
      if (kind.isInstance(message)) {
        return kind.cast(message);
      }
    }
  }

  /// Serves workers until one is gone.
  WorkerNews.Gone awaitGone() throws InterruptedException {
    while (true) {
      WorkerNews next = news.next();
      if (next instanceof WorkerNews.Gone gone) {
        return gone;
      }
      serve(next);
    }
  }

  private ToController serve(WorkerNews next) {
    if (!(next instanceof WorkerNews.OfWorker of)) {
      throw new AssertionError("nobody takes this machine away: " + next);
    }
    int rank = Integer.parseInt(of.worker().substring(1));
    if (next instanceof WorkerNews.Frame frame) {
      ToController message = ToController.read(frame.bytes());
      answer(rank, message);
      listener.accept(rank, message);
      return message;
    }
    if (next instanceof WorkerNews.Connected) {
      send(rank, join(rank));
    }
    return new ToController.Pong(-1);
  }

  private void answer(int rank, ToController message) {
    switch (message) {
      case ToController.Ready _ -> ready(rank);
      case ToController.Offered offered -> offered(rank, offered.offer());
      case ToController.PartStored part -> commit(part);
      case ToController.PartFailed part ->
          send(rank, new ToWorker.NotCommitted(attempt, part.ordinal(), part.why()));
      case ToController.Report report -> {
        reports.add(report);
        send(rank, new ToWorker.Ack(report.sequence()));
      }
      default -> {}
    }
  }

  private void ready(int rank) {
    ready.add(rank);
    if (ready.size() == size) {
      all(new ToWorker.Go(attempt, List.of()));
    }
  }

  private void offered(int rank, String offer) {
    offers.put(rank, offer);
    if (offers.size() == size) {
      all(new ToWorker.Gathered(attempt, List.copyOf(offers.values())));
    }
  }

  private void commit(ToController.PartStored part) {
    StoredPart stored = Bind.read(Json.parse(part.part()), StoredPart.class);
    var done = store.commit(List.of(stored));
    committed.add(done.name());
    JsonObject record =
        JsonObject.builder()
            .put("name", done.name())
            .put("manifestHash", done.hash())
            .put("step", part.step())
            .put("metrics", JsonObject.EMPTY)
            .put("validation", "NONE")
            .build();
    all(new ToWorker.Committed(attempt, part.ordinal(), record.text()));
  }

  /// The same processes join the next attempt.
  FakeController again() {
    attempt++;
    ready.clear();
    offers.clear();
    for (int rank = 0; rank < size; rank++) {
      send(rank, join(rank));
    }
    return this;
  }

  Path lastCommitted() {
    return directory.resolve("checkpoints").resolve(committed.getLast());
  }

  /// Says to workers what they should find in storage.
  FakeController marked(String mark) {
    settings.put(ToWorker.RunFacts.SHARED_MARK, mark);
    return this;
  }

  private ToWorker.Join join(int rank) {
    return new ToWorker.Join(
        attempt,
        new ToWorker.Place(rank, size, rank, size, 0, "local", device, 1),
        new ToWorker.RunFacts(
            "id", "test", directory.toString(), directory.toString(), upload, 2, settings),
        start,
        loop);
  }

  void all(ToWorker message) {
    for (int rank = 0; rank < size; rank++) {
      send(rank, message);
    }
  }

  void send(int rank, ToWorker message) {
    group.send("w" + rank, message.frame());
  }

  void kill(int rank) {
    killed.add("w" + rank);
    group.kill("w" + rank);
  }

  Path log(int rank) {
    return new WorkerSpec("w" + rank, "local", 1, rank).log(directory);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
