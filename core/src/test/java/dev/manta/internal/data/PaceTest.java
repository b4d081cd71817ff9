package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.DataStats;
import dev.manta.data.Dataset;
import dev.manta.data.Shard;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One side ten times slower than the other: memory stays flat, and who waited is told.
@Timeout(60)
class PaceTest {
  private static final int ROWS = 400_000;
  private static final int UNIT = 4000;
  private static final long QUICK_NANOS = 100_000;
  private static final long SLOW_NANOS = 10 * QUICK_NANOS;
  private static final long BUDGET = 1 << 20;

  @BeforeEach
  void narrow() {
    Budget.shared().limit(BUDGET);
  }

  @AfterEach
  void widen() {
    Budget.shared().limit(Budget.DEFAULT);
  }

  /// What a consumer saw: its rows, and the most memory lent out in each half of the pass.
  private record Seen(long rows, long early, long late, DataStats stats) {}

  private static void work(long nanos) {
    long until = System.nanoTime() + nanos;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
  }

  @SuppressWarnings("serial") // lambdas of tests are of no use to others
  private static Seen pass(long producing, long consuming) {
    long before = Blocks.shared().used();
    Dataset dataset =
        Dataset.range(ROWS)
            .repartition(UNIT)
            .mapBatches(
                batch -> {
                  work(producing);
                  return batch;
                });
    Shard shard = dataset.shard();
    long rows = 0;
    long[] most = new long[2];
    try (Batches<Batch> batches = shard.batches(BatchOptions.rows(UNIT))) {
      for (Batch batch : batches) {
        int half = rows < ROWS / 2 ? 0 : 1;
        most[half] = Math.max(most[half], Blocks.shared().used() - before);
        rows += batch.rows();
        work(consuming);
      }
    }
    return new Seen(rows, most[0], most[1], shard.stats());
  }

  private static void assertFlat(Seen seen) {
    assertThat(seen.rows).isEqualTo(ROWS);
    assertThat(seen.late).isLessThanOrEqualTo(Math.max(2 * seen.early, BUDGET));
    assertThat(seen.late).isLessThan(ROWS * 8L);
  }

  @Test
  void aSlowConsumerHoldsReadingBack() {
    Seen seen = pass(QUICK_NANOS, SLOW_NANOS);
    assertFlat(seen);
    assertThat(seen.stats.full()).isGreaterThan(seen.stats.stalled());
  }

  @Test
  void aFastConsumerWaitsAndIsTold() {
    Seen seen = pass(SLOW_NANOS, QUICK_NANOS);
    assertFlat(seen);
    assertThat(seen.stats.stalled()).isGreaterThan(seen.stats.full());
  }
}
