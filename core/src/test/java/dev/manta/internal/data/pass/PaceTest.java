package dev.manta.internal.data.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Shard;
import dev.manta.internal.data.memory.BlockPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One side slower than the other: memory stays flat, and who waited is told. Each side is slow by
/// waiting until the other one waits for it.
@Timeout(300)
class PaceTest {
  /// Units that are read and not yet consumed: what is ready, what is on its way, what is in use.
  private static final int AHEAD_MOST = 32 + 4 * Runtime.getRuntime().availableProcessors();

  private static final int UNITS = 6 * AHEAD_MOST;
  private static final int UNIT = 4000;
  private static final int ROWS = UNITS * UNIT;

  private final AtomicInteger read = new AtomicInteger();
  private long held;

  @SuppressWarnings("serial") // lambdas of tests are of no use to others
  private Shard shard(Runnable beforeUnit) {
    return Dataset.range(ROWS)
        .repartition(UNIT)
        .mapBatches(
            batch -> {
              beforeUnit.run();
              read.incrementAndGet();
              return batch;
            })
        .shard();
  }

  private static void await(BooleanSupplier so) {
    while (!so.getAsBoolean()) {
      LockSupport.parkNanos(100_000);
    }
  }

  /// The thread that makes the batches of the only pass of this process.
  private static Thread feed() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("manta-prefetch"))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  private static boolean waits(Thread thread) {
    Thread.State state = thread.getState();
    return state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
  }

  @Test
  void aSlowConsumerHoldsReadingBack() {
    long before = BlockPool.shared().used();
    Shard shard = shard(() -> {});
    int taken = 0;
    try (Batches<Batch> batches = shard.batches(BatchOptions.rows(UNIT))) {
      Thread feed = null;
      for (Batch batch : batches) {
        feed = feed == null ? feed() : feed;
        consumeSlowly(shard, feed);
        assertThat(batch.rows()).isEqualTo(UNIT);
        assertThat(read.get() - taken++).isLessThan(AHEAD_MOST);
        assertThat(BlockPool.shared().used() - before).isLessThan(ROWS * 8L);
      }
    }
    assertThat(taken).isEqualTo(UNITS);
    assertThat(shard.stats().full()).isGreaterThan(shard.stats().stalled());
  }

  /// Waits until reading waits too, or is over, and then until it has kept reading waiting for
  /// longer than reading has kept it waiting.
  private void consumeSlowly(Shard shard, Thread feed) {
    await(() -> feed.getState() == Thread.State.WAITING || !feed.isAlive());
    long begun = System.nanoTime();
    long least = 2 * shard.stats().stalled().toNanos() - held;
    await(() -> System.nanoTime() - begun > least || !feed.isAlive());
    held += System.nanoTime() - begun;
  }

  @Test
  void aFastConsumerWaitsAndIsTold() {
    Thread consumer = Thread.currentThread();
    Shard shard = shard(() -> await(() -> waits(consumer)));
    int taken = 0;
    try (Batches<Batch> batches = shard.batches(BatchOptions.rows(UNIT).prefetch(UNITS))) {
      for (Batch batch : batches) {
        assertThat(batch.rows()).isEqualTo(UNIT);
        taken++;
      }
    }
    assertThat(taken).isEqualTo(UNITS);
    assertThat(shard.stats().stalled()).isGreaterThan(shard.stats().full());
  }
}
