package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.RetryLog;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.machine.PassingTime;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.RunConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Time passes only where it is waited for, or where a try takes its time.
class StorageRetryTest {
  private final List<Duration> waits = new ArrayList<>();
  private Duration now = Duration.ZERO;
  private int tries;

  private StorageRetry within(Duration patience) {
    return StorageRetry.within(patience, new PassingTime(() -> now.toNanos(), this::sleep));
  }

  private void sleep(Duration time) {
    waits.add(time);
    now = now.plus(time);
  }

  /// Each try takes so long.
  private Supplier<String> awayUntil(Duration back, Duration each) {
    return () -> {
      tries++;
      now = now.plus(each);
      if (now.compareTo(back) < 0) {
        throw new MantaException(ErrorCode.STORAGE, "no answer at " + now);
      }
      return "there";
    };
  }

  @AfterEach
  void forgetInterrupts() {
    Thread.interrupted();
  }

  @Test
  void storageThatComesBackInTimeIsWaitedFor() {
    Duration back = Duration.ofSeconds(119);
    assertThat(within(Duration.ofMinutes(2)).storage(awayUntil(back, Duration.ZERO)))
        .isEqualTo("there");
    assertThat(waits)
        .allSatisfy(wait -> assertThat(wait).isLessThanOrEqualTo(Duration.ofSeconds(5)));
  }

  @Test
  void itIsTimeThatCountsAndNotHowOftenItWasTried() {
    Duration patience = Duration.ofMinutes(2);
    Supplier<String> away = awayUntil(Duration.ofHours(1), Duration.ofSeconds(30));
    assertThatThrownBy(() -> within(patience).storage(away)).isInstanceOf(MantaException.class);
    assertThat(now).isBetween(patience, patience.plusSeconds(90));
    assertThat(tries).isLessThan(10);
  }

  @Test
  void theLastTryIsWhenPatienceEnds() {
    Supplier<String> away = awayUntil(Duration.ofHours(1), Duration.ZERO);
    assertThatThrownBy(() -> within(Duration.ofSeconds(7)).storage(away))
        .hasMessage("no answer at PT7S");
  }

  @Test
  void whoHasNoPatienceTriesOnce() {
    Supplier<String> away = awayUntil(Duration.ofHours(1), Duration.ZERO);
    assertThatThrownBy(() -> within(Duration.ZERO).storage(away)).hasMessage("no answer at PT0S");
    assertThat(tries).isOne();
  }

  @Test
  void whoIsInterruptedWaitsForSecondsAtMost() {
    Thread.currentThread().interrupt();
    Supplier<String> away = awayUntil(Duration.ofHours(1), Duration.ZERO);
    assertThatThrownBy(() -> within(Duration.ofMinutes(2)).storage(away))
        .hasMessage("no answer at PT6S");
    assertThat(Thread.interrupted()).isTrue();
  }

  /// Of a store that says nothing: a try ends only with an interrupt.
  private static String silence(CountDownLatch asked) {
    asked.countDown();
    try {
      new CountDownLatch(1).await();
      return "never";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.STORAGE, "interrupted", e);
    }
  }

  @Test
  @Timeout(300)
  void whoIsInterruptedWhileStorageIsSilentDoesNotWaitForItAgain() throws Exception {
    var asked = new CountDownLatch(1);
    var again = new CountDownLatch(2);
    var flagged = new CompletableFuture<Boolean>();
    Thread waits =
        Thread.ofPlatform()
            .start(
                () -> {
                  assertThatThrownBy(
                          () ->
                              StorageRetry.within(Duration.ofMinutes(2), PassingTime.REAL)
                                  .storage(() -> heard(asked, again)))
                      .hasMessageContaining("before an interrupt ended the wait");
                  flagged.complete(Thread.currentThread().isInterrupted());
                });
    assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
    waits.interrupt();
    assertThat(again.await(20, TimeUnit.SECONDS)).isTrue();
    waits.interrupt();
    assertThat(flagged.get(3, TimeUnit.SECONDS)).isTrue();
  }

  private static String heard(CountDownLatch asked, CountDownLatch again) {
    again.countDown();
    return silence(asked);
  }

  @Test
  @Timeout(300)
  void anInterruptEndsTheWaitWithinSecondsThoughATryDoesNot() {
    Thread.currentThread().interrupt();
    Duration patience = Duration.ofMillis(200);
    assertThatThrownBy(
            () ->
                StorageRetry.within(patience, PassingTime.REAL)
                    .storage(() -> silence(new CountDownLatch(1))))
        .hasMessageContaining("before an interrupt ended the wait");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void whatIsNotTheStoragesFaultIsNotTriedAgain() {
    assertThatThrownBy(() -> within(Duration.ofMinutes(2)).storage(() -> refuse()))
        .hasMessage("no");
    assertThat(waits).isEmpty();
  }

  @Test
  void whoOpensARunWaitsForAStoreAndHearsSoonWhatIsWrongWithADisk() {
    Duration patience = Duration.ofMinutes(2);
    StorageRetry store = StorageRetry.opening(Location.parse("s3://bucket/runs"), patience);
    StorageRetry disk = StorageRetry.opening(Location.parse("/runs"), patience);

    assertThat(store.patience()).isEqualTo(patience);
    assertThat(store.store()).isEqualTo("s3://bucket/runs");
    assertThat(disk.patience()).isEqualTo(Duration.ofSeconds(6));
  }

  private static String refuse() {
    throw new MantaException(ErrorCode.USER, "no");
  }

  /// What somebody writes who never wants to give up.
  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, 100_000L * 24 * 60 * 60})
  void storageMayBeWaitedForForEver(long seconds) {
    Duration forEver = Duration.ofSeconds(seconds);
    assertThat(RunConfig.named("digits").storagePatience(forEver).storagePatience())
        .isEqualTo(forEver);
    var log = new RetryLog(() -> now.toNanos(), _ -> {}, StorageRetryTest::giveUp, forEver);
    StorageRetry retry =
        within(forEver).patient("runs", forEver, cause -> log.failed(cause, "the run waits"));
    Supplier<String> away = awayUntil(Duration.ofDays(3), Duration.ofHours(1));
    assertThat(retry.storage(away)).isEqualTo("there");
  }

  private static void giveUp(MantaException cause) {
    throw cause;
  }

  @Test
  void whetherAStoreKeepsPutsApartIsAskedUntilItAnswers() {
    Supplier<String> away = awayUntil(Duration.ofMinutes(1), Duration.ofSeconds(1));
    var storage =
        new HookedStorage(new MemoryStorage(), (_, _) -> assertThat(away.get()).isEqualTo("there"));
    Location root = Location.parse("mem:runs");
    assertThat(RunLookup.Opening.proven(storage, root, within(Duration.ofMinutes(2)))).isTrue();
    assertThat(tries).isGreaterThan(1);
    assertThat(now).isGreaterThanOrEqualTo(Duration.ofMinutes(1));
  }
}
