package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RankPart;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run that continues is told to rank its checkpoints by another metric than before.
class OtherScoreTest {
  private static final CheckpointConfig BY_LOSS =
      CheckpointConfig.keepAll().scoreBy("loss", Order.MIN);
  private static final CheckpointConfig BY_ACCURACY =
      CheckpointConfig.keepAll().scoreBy("accuracy", Order.MAX);
  private static final CheckpointConfig BEST_BY_ACCURACY =
      CheckpointConfig.keep(1000).scoreBy("accuracy", Order.MAX);

  @TempDir Path runs;

  private final LocalStorage storage = new LocalStorage();

  private static RunPlan plan(CheckpointConfig checkpoints) {
    return new RunPlan(
        RunConfig.named("digits").checkpoints(checkpoints),
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

  /// Opens the run; as its process is killed then, nothing follows.
  private KeptCheckpoints opened(CheckpointConfig checkpoints) {
    RunLookup.Opened opened = open(checkpoints);
    opened.claim().close();
    return opened.state().kept();
  }

  private RunLookup.Opened open(CheckpointConfig checkpoints) {
    return new RunLookup(
            plan(checkpoints),
            storage,
            Location.of(runs),
            RunLookup.Opening.of(StorageRetry.real()),
            new EarlyStartCluster(new ScriptedCluster(_ -> {}), OptionalInt.empty()))
        .open();
  }

  private void train(CheckpointConfig config, int checkpoints) {
    RunLookup.Opened opened = open(config);
    var controller =
        new RunController(
            new RunMachine(plan(config).settings()),
            opened.state(),
            opened.records(),
            (_, _) -> {},
            (_, _) -> {},
            Clock.systemUTC());
    controller.handle(new Event.ControllerStarted(opened.records().term()));
    var node = new Node("here", Resources.cpus(8), List.of(), Map.of());
    controller.handle(new Event.Prepared(1, List.of(node), Optional.empty(), Map.of()));
    controller.handle(new Event.WorkerUp("w0", 1));
    controller.handle(new Event.WorkerReady(1, "w0", Optional.empty()));
    controller.handle(new Event.WorkerEntered(1, "w0"));
    var store = new CheckpointStore(storage, opened.site().checkpoints());
    for (int ordinal = 1; ordinal <= checkpoints; ordinal++) {
      commit(controller, store, ordinal);
    }
    controller.handle(new Event.StopAsked("the test", true));
    opened.claim().close();
  }

  private static void commit(RunController controller, CheckpointStore store, int ordinal) {
    Metrics metrics = Metrics.of("loss", 1000 - ordinal, "accuracy", accuracy(ordinal));
    var part = new RankPart(0, true, 1, metrics, "{}");
    controller.handle(new Event.PartStored(1, "w0", ordinal, ordinal, part));
    String name = CheckpointStore.name(1, ordinal);
    var moment = new Moment(1, ordinal, ordinal, 1, false);
    var stored = new StoredPart(name, 0, new Extent.Whole(), moment, List.of(), Map.of());
    String hash = store.commit(List.of(stored), metrics.toJson()).hash();
    controller.handle(new Event.CheckpointStored(1, ordinal, name, hash));
  }

  private static double accuracy(int ordinal) {
    return 1.0 / ordinal;
  }

  private static void assertByAccuracy(KeptCheckpoints kept) {
    assertThat(kept.all())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.score()).hasValue(accuracy(each.ordinal())));
  }

  @Test
  void checkpointsGetTheScoreOfTheOtherMetricWhereAllAreKept() {
    train(BY_LOSS, 3);
    assertByAccuracy(opened(BY_ACCURACY));
  }

  @Test
  void checkpointsThatHadNoScoreGetOneWhereAllAreKept() {
    train(CheckpointConfig.keepAll(), 3);
    assertByAccuracy(opened(BY_ACCURACY));
  }

  @Test
  void aControllerThatIsKilledBeforeItsFirstStepLeavesTheOtherScores() {
    train(BY_LOSS, 3);
    opened(BEST_BY_ACCURACY);
    assertByAccuracy(opened(BEST_BY_ACCURACY));
  }

  @Test
  void theLogNamesTheListsThatARunResumesWith() {
    train(BY_LOSS, 120);
    KeptCheckpoints kept = opened(BEST_BY_ACCURACY);
    KeptCheckpoints logged =
        LogRecords.read(storage, Location.of(runs).resolve("digits"), "", StorageRetry.real())
            .replayed()
            .kept();
    assertThat(kept.all()).extracting(CommittedCheckpoint::ordinal).hasSize(120);
    assertThat(logged.segments()).isNotEmpty().isEqualTo(kept.segments());
  }
}
