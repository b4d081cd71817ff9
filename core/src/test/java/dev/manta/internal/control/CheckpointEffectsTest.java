package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.checkpoint.CheckpointStore;
import dev.manta.internal.checkpoint.Extent;
import dev.manta.internal.checkpoint.Moment;
import dev.manta.internal.checkpoint.StoredPart;
import dev.manta.internal.control.record.CheckpointHolds;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.wire.ToController;
import dev.manta.spi.json.Bind;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import dev.manta.train.Metrics;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CheckpointEffectsTest {
  private final List<Runnable> beside = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();
  private final Storage storage =
      new HookedStorage(new MemoryStorage(), (what, at) -> asked.add(what + " " + at));
  private final CheckpointStore store =
      new CheckpointStore(storage, Location.parse("mem:run/checkpoints"));

  private final EventQueue post =
      new EventQueue() {
        @Override
        public void now(Event event) {
          events.add(event);
        }

        @Override
        public void later(Duration delay, Supplier<Event> event) {
          throw new UnsupportedOperationException("nothing is posted for later");
        }
      };

  private final ReportStore noReports =
      new ReportStore() {
        @Override
        public long append(String worker, ToController.Report report) {
          return -1;
        }

        @Override
        public long last(String worker) {
          return 0;
        }

        @Override
        public void onDurable(LongConsumer listener) {}
      };

  private RunEnvironment environment(ScriptedCluster cluster) {
    StorageRetry retry = StorageRetry.real();
    LogRecords records = LogRecords.read(storage, Location.parse("mem:run"), "this", retry);
    return new RunEnvironment(
        cluster, store, noReports, records, post, beside::add, Clock.systemUTC(), retry);
  }

  @Test
  void whatIsLeftOfUploadsIsSweptAtTheEndOfARunUnlessAnotherControllerHasIt() {
    try (var cluster = new ScriptedCluster(_ -> {})) {
      for (boolean mayChange : new boolean[] {false, true}) {
        var effects =
            new CheckpointEffects(
                environment(cluster),
                cluster::nodes,
                Map.of(),
                CheckpointHolds.NONE,
                () -> mayChange);
        asked.clear();
        effects.sweepUploads();
        beside.forEach(Runnable::run);
        beside.clear();
        assertThat(asked.contains("sweep mem:run/checkpoints")).isEqualTo(mayChange);
      }
    }
  }

  private static Effect.CommitCheckpoint commit(int ordinal) {
    var moment = new Moment(1, ordinal, ordinal, 1, false);
    String name = CheckpointStore.name(1, ordinal);
    var stored = new StoredPart(name, 0, new Extent.Whole(), moment, List.of(), Map.of());
    var part = new RankPart(0, true, 1, Metrics.empty(), Bind.write(stored).text());
    return new Effect.CommitCheckpoint(ordinal, 1, ordinal, ordinal, List.of(part));
  }

  @Test
  void aCommitThatRunsOutOfMemoryIsACheckpointThatIsNotStored() {
    try (var cluster = new ScriptedCluster(_ -> {})) {
      BooleanSupplier full =
          () -> {
            throw new OutOfMemoryError("a manifest");
          };
      new CheckpointEffects(
              environment(cluster), cluster::nodes, Map.of(), CheckpointHolds.NONE, full)
          .commit(commit(1));
      beside.forEach(Runnable::run);
    }
    assertThat(events)
        .containsExactly(
            new Event.CheckpointNotStored(1, 1, "java.lang.OutOfMemoryError: a manifest"));
  }
}
