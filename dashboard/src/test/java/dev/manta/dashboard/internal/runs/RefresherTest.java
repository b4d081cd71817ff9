package dev.manta.dashboard.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RefresherTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @Test
  void whoeverAsksSeesAPassThatBeganAfterwards() throws InterruptedException {
    var passes = new AtomicInteger();
    try (var refresher = new Refresher("test", passes::incrementAndGet)) {
      for (int i = 1; i <= 10; i++) {
        assertThat(refresher.refresh(LONG)).isTrue();
        assertThat(passes).hasValueGreaterThanOrEqualTo(i);
      }
    }
  }

  @Test
  void whoeverHasNoPatienceProceedsBeforeALongPassIsOver() throws InterruptedException {
    var end = new CountDownLatch(1);
    try (var refresher = new Refresher("test", () -> await(end))) {
      assertThat(refresher.refresh(Duration.ofMillis(1))).isFalse();
      end.countDown();
      assertThat(refresher.refresh(LONG)).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aPassThatFailsIsTriedAgainForTheNext() throws InterruptedException {
    var passes = new AtomicInteger();
    Runnable pass =
        () -> {
          if (passes.incrementAndGet() == 1) {
            throw new IllegalStateException("storage is away");
          }
        };
    try (var refresher = new Refresher("test", pass)) {
      assertThatThrownBy(() -> refresher.refresh(LONG)).hasMessage("storage is away");
      assertThat(refresher.refresh(LONG)).isTrue();
    }
  }

  @Test
  void anErrorInAPassIsToldAndTheNextPassIsMade() throws InterruptedException {
    var passes = new AtomicInteger();
    Runnable pass =
        () -> {
          if (passes.incrementAndGet() == 1) {
            throw new StackOverflowError("too deep");
          }
        };
    try (var refresher = new Refresher("test", pass)) {
      assertThatThrownBy(() -> refresher.refresh(LONG)).hasRootCauseMessage("too deep");
      assertThat(refresher.refresh(LONG)).isTrue();
    }
  }

  @Test
  void aLongPassEndsWhenItIsClosed() throws InterruptedException {
    var refresher = new Refresher("test", () -> await(new CountDownLatch(1)));
    refresher.refresh(Duration.ofMillis(1));
    refresher.close();
    assertThat(refresher.refresh(LONG)).isFalse();
  }
}
