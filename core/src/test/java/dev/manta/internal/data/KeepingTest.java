package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.data.Row;
import dev.manta.internal.data.memory.BlockPool;
import dev.manta.internal.data.memory.MemoryBudget;
import dev.manta.internal.data.plan.Planner;
import dev.manta.internal.data.rows.JoinKeyType;
import dev.manta.internal.data.unit.HashPartitioning;
import dev.manta.internal.data.unit.RowExchange;
import dev.manta.internal.data.unit.StreamContext;
import dev.manta.internal.data.unit.Unit;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is kept for long, and what is said meanwhile.
@Timeout(300)
class KeepingTest {
  private static final int LOOKS = 200;
  private static final int UNIT_ROWS = 100;
  private static final long UNIT_BYTES = UNIT_ROWS * Long.BYTES;

  @Test
  void materializedRowsAreGivenBackWhenNobodyRefersToThem() throws InterruptedException {
    long before = MemoryBudget.shared().used();
    Dataset kept = Dataset.range(100_000).materialize();
    assertThat(kept.count()).isEqualTo(100_000);
    assertThat(MemoryBudget.shared().used()).isGreaterThanOrEqualTo(before + 800_000);
    ReferenceQueue<Object> gone = new ReferenceQueue<>();
    var mark = new PhantomReference<Object>(kept, gone);
    kept = Dataset.range(1);
    for (int i = 0; i < LOOKS && MemoryBudget.shared().used() > before; i++) {
      System.gc();
      gone.remove(50);
    }
    assertThat(MemoryBudget.shared().used()).as("%s, %s", mark, kept).isLessThanOrEqualTo(before);
  }

  @Test
  void passesOverCachedRowsTakeNoMoreOfTheBudgetThanTheRows() {
    long before = MemoryBudget.shared().used();
    long rows = 10_000;
    Dataset cached = Dataset.range(rows).cache();
    for (int pass = 0; pass < 3; pass++) {
      long read = 0;
      for (Batch batch : cached.batches(100)) {
        read += batch.rows();
      }
      assertThat(read).isEqualTo(rows);
    }
    awaitThat(() -> MemoryBudget.shared().used() <= before + rows * Long.BYTES);
  }

  @Test
  void ranksOfAHostShareItsCores() {
    int cores = ReaderThreads.size();
    try {
      ReaderThreads.share(2);
      assertThat(ReaderThreads.size()).isEqualTo(Math.max(1, cores / 2));
      ReaderThreads.share(cores * 10);
      assertThat(ReaderThreads.size()).isEqualTo(1);
      assertThat(Dataset.range(100_000).map(row -> row).count()).isEqualTo(100_000);
    } finally {
      ReaderThreads.share(1);
    }
    assertThat(ReaderThreads.size()).isEqualTo(cores);
  }

  @Test
  void partsThatOtherRanksReadAreDealtAndNotKept() {
    int parts = 8;
    long rows = 80_000;
    var context = new StreamContext();
    try (var planner =
            new Planner(
                Dataset.range(rows).spec(DataConfig.split()).plan(),
                BadRecords.fail(),
                context.reading());
        var exchange =
            new RowExchange(
                "test",
                planner.flow(0).units(),
                new HashPartitioning(new JoinKeyType("id"), parts))) {
      exchange.keep(BitSet.valueOf(new long[] {0b11}));
      long before = MemoryBudget.shared().used();
      long read = rows(exchange, 0, context) + rows(exchange, 1, context);
      assertThat(MemoryBudget.shared().used() - before).isEqualTo(read * Long.BYTES);
      assertThat(read).isBetween(rows / parts, 4 * rows / parts);
      for (int part = 2; part < parts; part++) {
        read += rows(exchange, part, context);
      }
      assertThat(read).isEqualTo(rows);
    }
  }

  @Test
  void aSliceOfAUnitHoldsNoMoreMemoryThanItsRowsTake() {
    Dataset all = Dataset.range(16_000);
    var context = new StreamContext();
    try (var planner =
        new Planner(all.spec(DataConfig.split()).plan(), BadRecords.fail(), context.reading())) {
      Unit whole = planner.flow(0).units().getFirst();
      long before = BlockPool.shared().used();
      try (Batch some = context.read(new Unit.Slice(whole, 100, 50))) {
        assertThat(some.longs("id")).startsWith(100).endsWith(149).hasSize(50);
        assertThat(BlockPool.shared().used() - before).isLessThan(10_000);
      }
    }
  }

  private static long rows(RowExchange exchange, int part, StreamContext context) {
    try (Batch batch = exchange.read(part, context.reading())) {
      return batch.rows();
    }
  }

  @Test
  void passesThatAreForgottenEndByThemselves() throws InterruptedException {
    long before = feeds();
    for (int i = 0; i < 50; i++) {
      for (Batch batch : Dataset.range(1000).batches(10)) {
        assertThat(batch.rows()).isEqualTo(10);
        break;
      }
    }
    for (int i = 0; i < LOOKS && feeds() > before; i++) {
      System.gc();
      new ReferenceQueue<>().remove(50);
    }
    assertThat(feeds()).isLessThanOrEqualTo(before);
  }

  private static long feeds() {
    return feedThreads().size();
  }

  /// Waits with every row until it is let go.
  private record Held() implements Functions.RowMap {
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static final CountDownLatch GATE = new CountDownLatch(1);

    @Override
    public Row apply(Row row) throws InterruptedException {
      if (row.whole("id") % UNIT_ROWS == 0) {
        BEGUN.incrementAndGet();
      }
      if (!GATE.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException("nobody has opened the gate");
      }
      return row;
    }
  }

  @Test
  void aPassThatIsClosedReadsNothingMoreAndGivesEverythingBack() throws InterruptedException {
    int running = ReaderThreads.size();
    int waiting = 2;
    Dataset rows =
        Dataset.range(UNIT_ROWS * (running + 10L)).repartition(UNIT_ROWS).map(new Held());
    long before = MemoryBudget.shared().used();
    Batches<Batch> pass = rows.batches(UNIT_ROWS);
    awaitThat(() -> Held.BEGUN.get() == running);
    awaitThat(() -> MemoryBudget.shared().used() >= before + UNIT_BYTES * (running + waiting));
    Thread closing = Thread.ofPlatform().start(pass::close);
    awaitThat(() -> MemoryBudget.shared().used() <= before + UNIT_BYTES * running);
    Held.GATE.countDown();
    assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
    awaitThat(() -> MemoryBudget.shared().used() <= before);
    assertThat(Held.BEGUN).hasValue(running);
  }

  /// Waits with every row behind the first units until it is let go.
  ///
  /// @param free how many units are not held up
  private record HeldBehind(int free) implements Functions.RowMap {
    private static final AtomicInteger BEGUN = new AtomicInteger();
    private static volatile CountDownLatch gate = new CountDownLatch(1);

    static void shut() {
      BEGUN.set(0);
      gate = new CountDownLatch(1);
    }

    @Override
    public Row apply(Row row) throws InterruptedException {
      if (row.whole("id") >= (long) free * UNIT_ROWS) {
        BEGUN.incrementAndGet();
        if (!gate.await(30, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nobody has opened the gate");
        }
      }
      return row;
    }
  }

  @Test
  void aPassThatIsClosedWithHalfABatchGivesItBack() throws InterruptedException {
    HeldBehind.shut();
    closeOnceItWaits(1, BatchOptions.rows(UNIT_ROWS + UNIT_ROWS / 2), Thread.State.TIMED_WAITING);
  }

  @Test
  void aPassThatIsClosedWhenItsBatchesAreReadyGivesBackWhatIsStillRead()
      throws InterruptedException {
    HeldBehind.shut();
    closeOnceItWaits(2, BatchOptions.rows(UNIT_ROWS).prefetch(1), Thread.State.WAITING);
  }

  @Test
  void batchesThatAreCutOffOneUnitComeOneByOneInOrder() {
    for (int rows : new int[] {1, 7, 33, 50, UNIT_ROWS, 3 * UNIT_ROWS / 2}) {
      long next = 0;
      try (Batches<Batch> pass =
          Dataset.range(5L * UNIT_ROWS).repartition(UNIT_ROWS).batches(BatchOptions.rows(rows))) {
        for (Batch batch : pass) {
          assertThat(batch.rows()).isEqualTo((int) Math.min(rows, 5L * UNIT_ROWS - next));
          for (long id : batch.longs("id")) {
            assertThat(id).isEqualTo(next++);
          }
        }
      }
      assertThat(next).isEqualTo(5L * UNIT_ROWS);
    }
  }

  @Test
  void aPassThatIsClosedAmongBatchesOfOneUnitGivesItBack() {
    long before = MemoryBudget.shared().used();
    try (Batches<Batch> pass =
        Dataset.range(5L * UNIT_ROWS).repartition(UNIT_ROWS).batches(BatchOptions.rows(3))) {
      var batches = pass.iterator();
      for (int i = 0; i < 5; i++) {
        assertThat(batches.next().rows()).isEqualTo(3);
      }
    }
    awaitThat(() -> MemoryBudget.shared().used() <= before);
  }

  /// @param waits how the thread waits that makes batches
  private static void closeOnceItWaits(int free, BatchOptions options, Thread.State waits)
      throws InterruptedException {
    long before = MemoryBudget.shared().used();
    Set<Thread> others = feedThreads();
    Batches<Batch> pass =
        Dataset.range(UNIT_ROWS * 6L)
            .repartition(UNIT_ROWS)
            .map(new HeldBehind(free))
            .batches(options);
    awaitThat(() -> HeldBehind.BEGUN.get() > 0);
    Set<Thread> feed = feedThreads();
    feed.removeAll(others);
    awaitThat(() -> feed.stream().allMatch(thread -> thread.getState() == waits));
    Thread closing = Thread.ofPlatform().start(pass::close);
    awaitThat(() -> closing.getState() == Thread.State.TIMED_WAITING || !closing.isAlive());
    HeldBehind.gate.countDown();
    assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
    awaitThat(() -> MemoryBudget.shared().used() <= before);
  }

  private static Set<Thread> feedThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("manta-prefetch"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static void awaitThat(BooleanSupplier condition) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - begun).isLessThan(Duration.ofSeconds(30).toNanos());
      LockSupport.parkNanos(100_000);
    }
  }

  @Test
  void longWorkSaysNowAndThenHowFarItIs() {
    var progress = new ProgressLog("write /data", 4, 0);
    assertThat(progress.done(1000, Duration.ofSeconds(4).toNanos())).isEmpty();
    assertThat(progress.done(1000, Duration.ofSeconds(6).toNanos()))
        .contains("write /data: 2,000 rows in 6 s, 2 of 4 units; about 6 s left");
    assertThat(progress.done(1000, Duration.ofSeconds(8).toNanos())).isEmpty();
  }

  @Test
  void whoWaitsForLongSaysForWhat() {
    var notice = new WaitNotice(() -> "a free data worker", 0);
    assertThat(notice.look(Duration.ofSeconds(29).toNanos())).isEmpty();
    assertThat(notice.look(Duration.ofSeconds(31).toNanos()))
        .contains("no rows for 31 s: waiting for a free data worker");
    assertThat(notice.look(Duration.ofSeconds(60).toNanos())).isEmpty();
    assertThat(notice.look(Duration.ofSeconds(62).toNanos()))
        .contains("no rows for 62 s: waiting for a free data worker");
  }
}
