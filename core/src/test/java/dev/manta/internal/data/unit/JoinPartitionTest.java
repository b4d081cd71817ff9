package dev.manta.internal.data.unit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Cursor;
import dev.manta.data.Dataset;
import dev.manta.data.JoinKind;
import dev.manta.data.Row;
import dev.manta.data.Shard;
import dev.manta.internal.data.memory.MemoryBudget;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Joins of values that very many rows have.
@Timeout(300)
class JoinPartitionTest {
  @AfterEach
  void widen() {
    MemoryBudget.shared().limit(MemoryBudget.DEFAULT);
  }

  /// Rows of which all but each tenth have one value.
  private static Dataset skewed(int rows, String name) {
    return Dataset.generate(rows, i -> Row.of("k", i % 10 == 0 ? i : -7L))
        .withColumn(name, row -> row.whole("k"))
        .repartition(700);
  }

  @Test
  void aHotValueStreamsItsProductThroughASmallBudget() {
    MemoryBudget.shared().limit(64L << 20);
    long before = MemoryBudget.shared().used();
    Dataset joined = skewed(3000, "a").join(skewed(2000, "b"), "k", JoinKind.INNER);
    long rows = 0;
    long hot = 0;
    try (Batches<Batch> batches = joined.batches(100_000)) {
      for (Batch batch : batches) {
        rows += batch.rows();
        for (long key : batch.longs("k")) {
          hot += key == -7 ? 1 : 0;
        }
      }
    }
    assertThat(hot).isEqualTo(2700L * 1800);
    assertThat(rows).isEqualTo(hot + 200);
    assertThat(MemoryBudget.shared().used()).isLessThanOrEqualTo(before);
  }

  /// Numbers are unique within each side, so a pair is known by both.
  private static Dataset numbered(int rows, String name, String filling) {
    return Dataset.generate(
            rows,
            i -> Row.of("k", i % 4 == 3 ? i + 1_000_000 : i % 60, name, i, "t" + name, filling))
        .repartition(50);
  }

  private static Set<Long> pairs(Dataset joined) {
    Set<Long> seen = new HashSet<>();
    try (Batches<Batch> batches = joined.batches(5000)) {
      for (Batch batch : batches) {
        for (int i = 0; i < batch.rows(); i++) {
          assertThat(seen.add(pair(batch, i))).isTrue();
        }
      }
    }
    return seen;
  }

  private static long pair(Batch batch, int row) {
    boolean alone = batch.column("b").isNull(row);
    return batch.column("a").wholeAt(row) << 32
        | (alone ? 1 << 30 : batch.column("b").wholeAt(row));
  }

  /// Rows so large that each side of the part is more than one block.
  @Test
  void sidesThatAreLargerThanABlockGiveThePairsOfSmallOnes() {
    for (JoinKind kind : JoinKind.values()) {
      Dataset small = numbered(120, "a", "").join(numbered(96, "b", ""), "k", kind);
      String wide = "x".repeat(750_000);
      Dataset large =
          numbered(120, "a", wide).join(numbered(96, "b", wide), "k", kind).select("a", "b");
      assertThat(pairs(large)).isEqualTo(pairs(small)).hasSizeGreaterThan(140);
    }
  }

  @Test
  void resumesWithinTheSlicesOfAHotValueUnderAnotherBudget() {
    Dataset joined = skewed(3000, "a").join(skewed(2000, "b"), "k", JoinKind.LEFT);
    Shard begun = joined.shard();
    long rows = 0;
    try (Batches<Batch> batches = begun.batches(BatchOptions.rows(30_000))) {
      Iterator<Batch> all = batches.iterator();
      for (int i = 0; i < 100; i++) {
        rows += all.next().rows();
      }
    }
    Cursor there = begun.cursor();
    MemoryBudget.shared().limit(40L << 20);
    Shard resumed = joined.shard();
    resumed.seek(there);
    for (Batch batch : resumed.batches(30_000)) {
      rows += batch.rows();
    }
    assertThat(rows).isEqualTo(2700L * 1800 + 300);
  }
}
