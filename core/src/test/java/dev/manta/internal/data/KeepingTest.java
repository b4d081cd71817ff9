package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Functions;
import dev.manta.data.Row;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is kept for long, and what is said meanwhile.
@Timeout(60)
class KeepingTest {
  private static final int LOOKS = 200;
  private static final int UNIT_ROWS = 100;
  private static final long UNIT_BYTES = UNIT_ROWS * Long.BYTES;

  @Test
  void materializedRowsAreGivenBackWhenNobodyRefersToThem() throws InterruptedException {
    long before = Budget.shared().used();
    Dataset kept = Dataset.range(100_000).materialize();
    assertThat(kept.count()).isEqualTo(100_000);
    assertThat(Budget.shared().used()).isGreaterThanOrEqualTo(before + 800_000);
    ReferenceQueue<Object> gone = new ReferenceQueue<>();
    var mark = new PhantomReference<Object>(kept, gone);
    kept = Dataset.range(1);
    for (int i = 0; i < LOOKS && Budget.shared().used() > before; i++) {
      System.gc();
      gone.remove(50);
    }
    assertThat(Budget.shared().used()).as("%s, %s", mark, kept).isLessThanOrEqualTo(before);
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
    int running = Pool.size();
    int waiting = 2;
    Dataset rows =
        Dataset.range(UNIT_ROWS * (running + 10L)).repartition(UNIT_ROWS).map(new Held());
    long before = Budget.shared().used();
    Batches<Batch> pass = rows.batches(UNIT_ROWS);
    awaitThat(() -> Held.BEGUN.get() == running);
    awaitThat(() -> Budget.shared().used() >= before + UNIT_BYTES * (running + waiting));
    Thread closing = Thread.ofPlatform().start(pass::close);
    awaitThat(() -> Budget.shared().used() <= before + UNIT_BYTES * running);
    Held.GATE.countDown();
    assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
    awaitThat(() -> Budget.shared().used() <= before);
    assertThat(Held.BEGUN).hasValue(running);
  }

  private static void awaitThat(BooleanSupplier condition) {
    long begun = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - begun).isLessThan(Duration.ofSeconds(30).toNanos());
      Thread.onSpinWait();
    }
  }

  @Test
  void longWorkSaysNowAndThenHowFarItIs() {
    var progress = new Progress("write /data", 4, 0);
    assertThat(progress.done(1000, Duration.ofSeconds(4).toNanos())).isEmpty();
    assertThat(progress.done(1000, Duration.ofSeconds(6).toNanos()))
        .contains("write /data: 2,000 rows in 6 s, 2 of 4 units; about 6 s left");
    assertThat(progress.done(1000, Duration.ofSeconds(8).toNanos())).isEmpty();
  }
}
