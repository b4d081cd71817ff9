package dev.manta.internal.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is kept for long, and what is said meanwhile.
@Timeout(60)
class KeepingTest {
  private static final int LOOKS = 200;

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

  @Test
  void longWorkSaysNowAndThenHowFarItIs() {
    var progress = new Progress("write /data", 4, 0);
    assertThat(progress.done(1000, Duration.ofSeconds(4).toNanos())).isEmpty();
    assertThat(progress.done(1000, Duration.ofSeconds(6).toNanos()))
        .contains("write /data: 2,000 rows in 6 s, 2 of 4 units; about 6 s left");
    assertThat(progress.done(1000, Duration.ofSeconds(8).toNanos())).isEmpty();
  }
}
