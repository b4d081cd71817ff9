package dev.manta.internal.lease;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.machine.PassingTime;
import dev.manta.internal.machine.Pids;
import dev.manta.storage.ByteSource;
import dev.manta.storage.HookedStorage;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Drivers of other machines are what they write; time passes only where it is waited for.
@Timeout(300)
class RunLeaseTest {
  private static final Location RUN = Location.parse("mem:runs/digits");

  private final Storage storage = new MemoryStorage();
  private Duration now = Duration.ZERO;
  private final PassingTime time = new PassingTime(() -> now.toNanos(), this::pass);
  private Runnable eachSecond = () -> {};

  private void pass(Duration howLong) {
    now = now.plus(howLong);
    eachSecond.run();
  }

  private static <T> T once(Supplier<T> work) {
    return work.get();
  }

  private RunLease take() {
    return RunLease.take(storage, RUN, false, "here", RunLeaseTest::once, time);
  }

  private static Location at(long number) {
    return RUN.resolve("lease").resolve(String.format(Locale.ROOT, "%012d.json", number));
  }

  private LeaseNote note(long number) {
    return LeaseNote.read(storage.read(at(number))).orElseThrow();
  }

  /// A driver of a machine whose clock is hours ahead.
  private static LeaseNote elsewhere(long renewals) {
    Instant since = Instant.parse("2031-01-01T00:00:00Z");
    return new LeaseNote(
        "a", "gpu-7", 4711, "ann", "boot-of-gpu-7/pid:[1]", "99@boot", since, renewals, false);
  }

  private void write(long number, LeaseNote note) {
    storage.put(at(number), ByteSource.of(note.bytes()));
  }

  @Test
  void whatIsGivenBackIsHadAtOnce() {
    take().close();
    take().close();
    assertThat(now).isZero();
    assertThat(note(2).released()).isTrue();
  }

  @Test
  void aSecondDriverIsToldWhoHasTheRunAndSinceWhen() {
    write(1, elsewhere(3));
    eachSecond = () -> write(1, elsewhere(3 + now.toSeconds() / 5));
    assertThatThrownBy(this::take)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(
            "run digits is in use by process 4711 on gpu-7 since 2031-01-01T00:00:00Z;");
    assertThat(now).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void aDriverThatIsSilentForTwentySecondsLosesItsRunWhateverItsClockSays() {
    write(1, elsewhere(3));
    try (RunLease lease = take()) {
      assertThat(lease.isLost()).isFalse();
      assertThat(now).isEqualTo(Duration.ofSeconds(20));
      assertThat(note(2).host()).isEqualTo("here");
    }
  }

  @Test
  void aDriverOfThisMachineThatIsDeadIsNotWaitedFor() {
    write(1, here("99@" + Pids.machine(), 4_194_304));
    take().close();
    assertThat(now).isZero();
  }

  @Test
  void aDriverWhoseProcessIdSomebodyElseHasNowIsDead() {
    long parent = ProcessHandle.current().parent().orElseThrow().pid();
    write(1, here("1@another-start", parent));
    take().close();
    assertThat(now).isZero();
  }

  @Test
  void aDriverOfAnotherContainerOnTheSameKernelIsNotTakenForDead() {
    LeaseNote dead = here("99@boot", 4_194_304);
    write(1, inNamespace(dead, "pid:[1]"));
    take().close();
    assertThat(now).isEqualTo(Duration.ofSeconds(20));
  }

  private static LeaseNote here(String birth, long pid) {
    String user = System.getProperty("user.name");
    return new LeaseNote("a", "here", pid, user, Pids.machine(), birth, Instant.EPOCH, 3, false);
  }

  private static LeaseNote inNamespace(LeaseNote of, String namespace) {
    String boot = of.machine().split("/", -1)[0];
    return new LeaseNote(
        of.holder(),
        of.host(),
        of.pid(),
        of.user(),
        boot + "/" + namespace,
        of.birth(),
        of.since(),
        of.renewals(),
        false);
  }

  @Test
  void whatNobodyCanReadIsALeaseToo() {
    storage.put(at(1), ByteSource.of("{\"of\":\"the future\"}".getBytes(UTF_8)));
    take().close();
    assertThat(now).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void whoRenewsIsSeenToAndWhoWasTakenOverFindsOut() {
    try (RunLease lease = take()) {
      lease.renew();
      assertThat(note(1).renewals()).isOne();
      write(2, elsewhere(0));
      lease.renew();
      assertThat(lease.isLost()).isTrue();
    }
    assertThat(note(1).released()).isFalse();
  }

  @Test
  void whoWasNotHeardOfForASilenceIsNotSureOfItsRunUntilItIsHeardAgain() {
    var away = new AtomicBoolean();
    var moody = new HookedStorage(storage, (_, _) -> answer(away));
    try (RunLease lease = RunLease.take(moody, RUN, true, "here", RunLeaseTest::once, time)) {
      pass(Duration.ofSeconds(19));
      assertThat(lease.isSure()).isTrue();
      away.set(true);
      assertThatThrownBy(lease::renew).hasMessage("away");
      pass(Duration.ofSeconds(1));
      assertThat(lease.isSure()).isFalse();
      away.set(false);
      lease.renew();
      assertThat(lease.isSure()).isTrue();
    }
  }

  @Test
  void aRunThatSomebodyTookAndGaveBackIsTakenAgain() {
    try (RunLease lease = take()) {
      write(2, elsewhere(0).givenBack());
      lease.renew();
      assertThat(lease.isLost()).isFalse();
    }
    assertThat(note(3).released()).isTrue();
  }

  @Test
  void aRunThatWasRemovedGetsNoLeaseBack() {
    RunLease lease = take();
    storage.deletePrefix(RUN);
    lease.close();
    assertThat(storage.list(RUN)).isEmpty();
  }

  @Test
  void anAnswerThatWasLostIsSettledByReadingBack() {
    RunLease.take(storage, RUN, true, "here", RunLeaseTest::twice, time).close();
    assertThat(note(1).released()).isTrue();
  }

  /// The first answer is lost.
  private static <T> T twice(Supplier<T> work) {
    T lost = work.get();
    T found = work.get();
    assertThat(found).isEqualTo(lost);
    return found;
  }

  @Test
  void storageThatIsAwayEndsNoDriver() {
    var away = new AtomicBoolean();
    var moody = new HookedStorage(storage, (_, _) -> answer(away));
    RunLease lease = RunLease.take(moody, RUN, true, "here", RunLeaseTest::once, time);
    away.set(true);
    assertThatThrownBy(lease::renew).hasMessage("away");
    assertThat(lease.isLost()).isFalse();
    lease.close();
    assertThat(note(1).released()).isFalse();
  }

  @Test
  @Timeout(300)
  void aStoreThatIsSilentKeepsNobodyFromEnding() {
    var silent = new AtomicBoolean();
    var moody = new HookedStorage(storage, (_, _) -> sayNothing(silent));
    RunLease lease = RunLease.take(moody, RUN, true, "here", RunLeaseTest::once, time);
    silent.set(true);
    lease.close();
    assertThat(note(1).released()).isFalse();
  }

  @Test
  @Timeout(60)
  void anAnswerThatNeverComesCostsOneTryAndNotTheLease() throws InterruptedException {
    var silent = new AtomicBoolean();
    var moody = new HookedStorage(storage, (_, _) -> sayNothing(silent));
    try (RunLease lease = RunLease.take(moody, RUN, true, "here", RunLeaseTest::once, time)) {
      silent.set(true);
      assertThat(lease.renewsWithin(Duration.ofMillis(20))).isFalse();
      silent.set(false);
      assertThat(lease.renewsWithin(Duration.ofMinutes(1))).isTrue();
      assertThat(note(1).renewals()).isOne();
    }
  }

  private static void sayNothing(AtomicBoolean silent) {
    if (silent.get()) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new MantaException(ErrorCode.STORAGE, "interrupted", e);
      }
    }
  }

  @Test
  void whoIsInterruptedGivesTheRunBackToo() {
    var strict = new HookedStorage(storage, (_, _) -> assertThat(Thread.interrupted()).isFalse());
    RunLease lease = RunLease.take(strict, RUN, true, "here", RunLeaseTest::once, time);
    Thread.currentThread().interrupt();
    lease.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(note(1).released()).isTrue();
  }

  private static void answer(AtomicBoolean away) {
    if (away.get()) {
      throw new MantaException(ErrorCode.STORAGE, "away");
    }
  }

  @Test
  void ofManyAtOnceOneHasTheRun() throws Exception {
    int many = 8;
    var together = new CyclicBarrier(many);
    try (var threads = Executors.newFixedThreadPool(many)) {
      List<Callable<Boolean>> all =
          IntStream.range(0, many)
              .<Callable<Boolean>>mapToObj(driver -> () -> takes(elsewhere(driver), together))
              .toList();
      List<Boolean> taken = threads.invokeAll(all).stream().map(Future::resultNow).toList();
      assertThat(taken).containsOnlyOnce(true);
    }
  }

  /// Whoever would have to wait has not got it.
  private boolean takes(LeaseNote driver, CyclicBarrier together) throws Exception {
    var impatient = new PassingTime(() -> 0, _ -> answer(new AtomicBoolean(true)));
    together.await();
    try (var lease = RunLease.take(storage, RUN, true, driver, RunLeaseTest::once, impatient)) {
      together.await();
      return !lease.isLost();
    } catch (MantaException others) {
      together.await();
      return false;
    }
  }

  @Test
  void aFailureThatNobodyExpectsDoesNotEndRenewals() {
    var broken = new AtomicBoolean(true);
    var odd = new HookedStorage(storage, (operation, _) -> failOnce(operation, broken));
    try (RunLease lease = RunLease.take(odd, RUN, true, "here", RunLeaseTest::once, time)) {
      assertThat(lease.renewIfItCan()).isFalse();
      assertThat(broken).isFalse();
      assertThat(lease.renewIfItCan()).isTrue();
      assertThat(note(1).renewals()).isOne();
      assertThat(lease.isLost()).isFalse();
    }
  }

  private static void failOnce(String operation, AtomicBoolean broken) {
    if (operation.equals("size") && broken.getAndSet(false)) {
      throw new IllegalStateException("a time of another form");
    }
  }

  private Storage slow(int seconds) {
    return new HookedStorage(
        storage,
        (operation, _) -> now = operation.equals("children") ? now.plusSeconds(seconds) : now);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 10})
  void aDeadDriversRunIsHadThoughEveryLookIsSlow(int seconds) {
    write(1, elsewhere(3));
    Storage slow = slow(seconds);
    RunLease.take(slow, RUN, false, "here", RunLeaseTest::once, time).close();
    assertThat(now).isLessThan(Duration.ofMinutes(5));
  }

  @Test
  void aDriverThatLivesKeepsItsRunThoughEveryLookIsSlow() {
    write(1, elsewhere(3));
    eachSecond = () -> write(1, elsewhere(3 + now.toSeconds() / 20));
    Storage slow = slow(10);
    assertThatThrownBy(() -> RunLease.take(slow, RUN, false, "here", RunLeaseTest::once, time))
        .hasMessageContaining("is in use by process 4711");
  }
}
