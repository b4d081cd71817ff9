package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.spi.json.Json;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongHistoryTest {
  private static final Location RUN = Location.parse("mem:run");
  private static final int CHECKPOINTS = 3000;
  private static final int BYTES_MAX = 64_000;

  private final MemoryStorage storage = new MemoryStorage();

  private static RunPlan plan(CheckpointConfig checkpoints) {
    return new RunPlan(
        RunConfig.named("long").checkpoints(checkpoints),
        ScalingConfig.workers(1),
        new LoopSpec("com.acme.Digits", "train", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "",
        Limits.DEFAULT,
        false);
  }

  private RunState history(CheckpointConfig checkpoints) {
    LogRecords records = LogRecords.read(storage, RUN, "test", StorageRetry.real());
    records.openTerm(Instant.now(), 1, "here");
    var controller =
        new RunController(
            new RunMachine(plan(checkpoints).settings()),
            records.replayed(),
            records,
            (_, _) -> {},
            (_, _) -> {},
            Clock.systemUTC());
    controller.handle(new Event.ControllerStarted(records.term()));
    var node = new Node("here", Resources.cpus(8), List.of(), Map.of());
    controller.handle(new Event.Prepared(1, List.of(node), Optional.empty(), Map.of()));
    controller.handle(new Event.WorkerUp("w0", 1));
    controller.handle(new Event.WorkerReady(1, "w0", Optional.empty()));
    controller.handle(new Event.WorkerEntered(1, "w0"));
    for (int ordinal = 1; ordinal <= CHECKPOINTS; ordinal++) {
      commit(controller, ordinal);
    }
    controller.handle(new Event.StopAsked("the test", true));
    return controller.state();
  }

  private static void commit(RunController controller, int ordinal) {
    var part = new RankPart(0, true, 1, metrics(ordinal), "{}");
    controller.handle(new Event.PartStored(1, "w0", ordinal, ordinal, part));
    String name = CheckpointStore.name(1, ordinal);
    controller.handle(new Event.CheckpointStored(1, ordinal, name, "f".repeat(64)));
  }

  private static Metrics metrics(int ordinal) {
    Map<String, Object> metrics = new TreeMap<>();
    for (int i = 0; i < 200; i++) {
      metrics.put("metric-" + i, Math.sin(ordinal + i));
    }
    metrics.put("loss", Math.abs(Math.sin(ordinal)));
    return Metrics.of(metrics);
  }

  @Test
  void recordsAndMessagesStaySmallHoweverManyCheckpointsThereAre() {
    RunState state = history(CheckpointConfig.keepAll());
    assertThat(state.kept().size()).isEqualTo(CHECKPOINTS);
    assertThat(largestRecord()).isLessThan(BYTES_MAX);
    var site = new RunSite("long", "long", RUN, Path.of("long"));
    var start = new StartPoint.InStorage(Optional.empty(), 0, 0, 0);
    var join = new Effect.SendJoin(1, "w0", 1, new Seat(0, "here", 0, 0, 1, "cpu", 1), 1, start);
    byte[] frame =
        new WorkerMessages(
                plan(CheckpointConfig.keepAll()), site, Clock.systemUTC(), Optional.empty())
            .join(join, state)
            .frame();
    assertThat(frame.length).isLessThan(BYTES_MAX);
  }

  @Test
  void aLongHistoryIsNotReadToContinueIt() {
    history(CheckpointConfig.keepAll());
    var calls = new AtomicInteger();
    KeptCheckpoints kept =
        LogRecords.read(counted(calls), RUN, "", StorageRetry.real()).replayed().kept();
    assertThat(kept.newestFirst().findFirst())
        .map(CommittedCheckpoint::ordinal)
        .hasValue(CHECKPOINTS);
    assertThat(calls.get()).as("calls to storage").isLessThan(300);
    assertThat(kept.all()).extracting(CommittedCheckpoint::ordinal).hasSize(CHECKPOINTS).isSorted();
  }

  private long largestRecord() {
    return storage.list(RUN.resolve("control")).stream().mapToLong(Entry::size).max().orElseThrow();
  }

  private Storage counted(AtomicInteger calls) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (_, method, arguments) -> {
              calls.incrementAndGet();
              return method.invoke(storage, arguments);
            });
  }

  @Test
  void theBestOfManyAreKept() {
    RunState state = history(CheckpointConfig.keep(500).scoreBy("loss", Order.MIN));
    List<Integer> best =
        IntStream.rangeClosed(1, CHECKPOINTS)
            .boxed()
            .sorted(Comparator.comparingDouble(o -> Math.abs(Math.sin(o))))
            .limit(499) // the latest is the last of the 500
            .toList();
    assertThat(state.kept().all())
        .extracting(CommittedCheckpoint::ordinal)
        .containsAll(best)
        .hasSize(500);
    assertThat(largestRecord()).isLessThan(BYTES_MAX);
  }

  @Test
  void aRecordOfAnOlderVersionKeepsItsMetrics() {
    Json older =
        Json.parse(
            "[{\"name\":\"c1\",\"attempt\":1,\"ordinal\":1,\"step\":5,\"epoch\":1,\"manifestHash\":\"h\","
                + "\"at\":\"2026-01-01T00:00:00Z\",\"metrics\":{\"loss\":0.5},\"validation\":\"NONE\"}]");
    CommittedCheckpoint checkpoint = KeptCheckpoints.fromJson(older).all().getFirst();
    assertThat(checkpoint.metrics().number("loss")).isEqualTo(0.5);
    assertThat(checkpoint.isIntact()).isTrue();
  }
}
