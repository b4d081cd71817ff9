package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Cursor;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.internal.data.pass.LanePosition;
import dev.manta.internal.data.pass.Pass;
import dev.manta.internal.data.pass.RankShard;
import dev.manta.internal.data.pass.ShardPosition;
import dev.manta.internal.data.plan.Lane;
import dev.manta.internal.data.plan.LaneAssignment;
import dev.manta.internal.data.plan.Plan;
import dev.manta.internal.data.plan.Planner;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import dev.manta.internal.data.unit.UnitReaders;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Passes whose units are handed out as they are ready.
@Timeout(300)
class UnorderedTest {
  private static final int LANES = 4;
  private static final int ROWS = 2000;
  private static final int UNIT = 10;
  private static final BatchOptions OPTIONS = BatchOptions.rows(20).unordered();

  private static final Plan PLAN =
      Dataset.range(ROWS).repartition(UNIT).spec(DataConfig.split()).plan();

  /// Hands that keep the first unit of the first lane until they are told to give it.
  private static final class Holding implements UnitReaders {
    private final StreamContext context;
    private final CountDownLatch told = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Holding(StreamContext context) {
      this.context = context;
    }

    @Override
    public Work on(int epoch, int lanes, int lane) {
      return new Work() {
        @Override
        public Future<Batch> submit(Callable<Batch> reading) {
          return threads.submit(reading);
        }

        @Override
        public Batch read(int index, Unit unit) {
          if (lane == 0 && index == 0) {
            await();
          }
          return context.read(unit);
        }
      };
    }

    private void await() {
      try {
        told.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public int width() {
      return LANES;
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }

  private static ShardPosition alone() {
    return new ShardPosition(0, 1, LANES, mine -> new long[][] {mine}, () -> {});
  }

  private static void addIds(Batch batch, List<Long> into) {
    for (long id : batch.longs("id")) {
      into.add(id);
    }
  }

  /// The first rows, while one unit is not ready; gives where the pass stands then.
  private static Cursor begun(int batches, List<Long> ids) {
    try (var context = new StreamContext();
        var planner = new Planner(PLAN, BadRecords.fail(), context.reading());
        var readers = new Holding(context)) {
      List<Lane> lanes = LaneAssignment.of(planner.flow(0), LANES);
      List<Cursor> moved = new ArrayList<>();
      Cursor start = Cursor.start(0, LANES, planner.hash());
      var tools = new Pass.Tools(context, readers);
      var making = new Pass.Making<>(OPTIONS, batch -> batch);
      try (var pass = new Pass<>(lanes, start, alone(), tools, making, moved::add)) {
        Iterator<Batch> all = pass.iterator();
        for (int i = 0; i < batches; i++) {
          addIds(all.next(), ids);
        }
        readers.told.countDown();
      }
      return moved.getLast();
    }
  }

  private static List<Long> rest(Cursor from, BatchOptions options) {
    List<Long> ids = new ArrayList<>();
    try (var shard = new RankShard("test", PLAN, BadRecords.fail(), alone())) {
      shard.seek(from);
      for (Batch batch : shard.batches(options)) {
        addIds(batch, ids);
      }
    }
    return ids;
  }

  @Test
  void allOtherLanesAndThirtyTwoUnitsOfItsOwnPassByAUnitThatIsNotReady() {
    List<Long> ids = new ArrayList<>();
    int ready = ROWS * (LANES - 1) / LANES + LanePosition.SPAN * UNIT;
    begun(ready / OPTIONS.rows(), ids);
    assertThat(ids).hasSize(ready).noneMatch(id -> id < UNIT);
  }

  @Test
  void resumesWithTheRowsThatWereLeftInOrderOrNot() {
    for (BatchOptions options : List.of(OPTIONS, BatchOptions.rows(7))) {
      List<Long> ids = new ArrayList<>();
      Cursor there = begun(31, ids);
      List<Long> rest = rest(Bind.read(Bind.write(there), Cursor.class), options);
      assertThat(rest).contains(0L);
      ids.addAll(rest);
      assertThat(ids).hasSize(ROWS).doesNotHaveDuplicates();
    }
  }

  @Test
  void aPositionThatWasWrittenBeforeUnitsCouldPassEachOtherIsRead() {
    Json old =
        Json.parse(
            """
            {"epoch": 2, "position": 3, "laneOffsets": [5, 6], "planHash": 7, "done": false}
            """);
    assertThat(Bind.read(old, Cursor.class)).isEqualTo(Cursor.inOrder(2, 3, new long[] {5, 6}, 7));
  }
}
