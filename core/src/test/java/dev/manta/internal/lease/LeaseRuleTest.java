package dev.manta.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.lease.LeaseRule.Look;
import dev.manta.internal.lease.LeaseRule.Seen;
import dev.manta.internal.lease.LeaseRule.Verdict;
import dev.manta.internal.lease.LeaseRule.Watch;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseRuleTest {
  private static final Seen HELD = new Seen(3, "driver a, renewed 7 times", false);
  private static final Seen RENEWED = new Seen(3, "driver a, renewed 8 times", false);
  private static final Seen TAKEN = new Seen(4, "driver b", false);
  private static final Seen FREE = new Seen(3, "driver a, given back", true);

  private static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  private static Look at(long second) {
    return new Look(seconds(second), seconds(second), 1);
  }

  private static Verdict first(Seen seen) {
    return LeaseRule.decide(Optional.empty(), Optional.of(seen), at(100));
  }

  /// Looks once a second from second 100 on, and sees the same.
  private static Verdict lookedFor(int count, Seen seen) {
    Verdict verdict = first(seen);
    for (int second = 1; second <= count; second++) {
      Watch watch = ((Verdict.Wait) verdict).watch();
      verdict = LeaseRule.decide(Optional.of(watch), Optional.of(seen), at(100 + second));
    }
    return verdict;
  }

  @Test
  void aRunThatNobodyHadIsTaken() {
    assertThat(LeaseRule.decide(Optional.empty(), Optional.empty(), at(0)))
        .isEqualTo(new Verdict.Take(1));
  }

  @Test
  void aRunThatWasGivenBackIsTakenAtOnce() {
    assertThat(first(FREE)).isEqualTo(new Verdict.Take(4));
  }

  @Test
  void oneLookDoesNotTellWhetherADriverLives() {
    assertThat(first(HELD)).isInstanceOf(Verdict.Wait.class);
  }

  @Test
  void aDriverThatRenewsItsLeaseHasTheRun() {
    var watch = new Watch(HELD, seconds(4), seconds(104));
    assertThat(LeaseRule.decide(Optional.of(watch), Optional.of(RENEWED), at(105)))
        .isEqualTo(new Verdict.Held());
  }

  @Test
  void whoeverWasFasterHasTheRun() {
    var watch = new Watch(HELD, seconds(19), seconds(119));
    assertThat(LeaseRule.decide(Optional.of(watch), Optional.of(TAKEN), at(120)))
        .isEqualTo(new Verdict.Held());
  }

  @Test
  void aSilentDriverLosesTheRunAfterTwentySecondsAndNotBefore() {
    assertThat(lookedFor(19, HELD)).isInstanceOf(Verdict.Wait.class);
    assertThat(lookedFor(20, HELD)).isEqualTo(new Verdict.Take(4));
  }

  @Test
  void aRunThatIsGivenBackMeanwhileIsTaken() {
    var watch = new Watch(HELD, seconds(1), seconds(101));
    assertThat(LeaseRule.decide(Optional.of(watch), Optional.of(FREE), at(102)))
        .isEqualTo(new Verdict.Take(4));
  }

  @Test
  void aRenewalIsTriedMoreThanOnceWithinTheSilence() {
    Duration second =
        LeaseRule.RENEW_EVERY.plus(LeaseRule.RENEW_WITHIN).plus(LeaseRule.RENEW_AGAIN);
    Duration limit = LeaseRule.renewWithin(LeaseRule.RENEW_WITHIN, false);
    assertThat(second.plus(limit)).isLessThan(LeaseRule.SILENCE);
    assertThat(LeaseRule.renewWithin(limit, true)).isEqualTo(LeaseRule.RENEW_WITHIN);
  }

  @Test
  void aStoreThatIsAlwaysSlowGetsTheTimeThatItNeeds() {
    Duration limit = LeaseRule.RENEW_WITHIN;
    for (int tries = 0; tries < 10; tries++) {
      limit = LeaseRule.renewWithin(limit, false);
    }
    assertThat(limit).isEqualTo(Duration.ofMinutes(1));
  }

  /// Storage that is away is away for the driver, too.
  @Test
  void whoCouldNotLookHasNotSeenThatADriverIsSilent() {
    var watch = new Watch(HELD, seconds(1), seconds(101));
    Verdict verdict = LeaseRule.decide(Optional.of(watch), Optional.of(HELD), at(140));
    assertThat(verdict).isEqualTo(new Verdict.Wait(new Watch(HELD, seconds(0), seconds(140))));
  }

  private static Verdict after(Duration silent, Look look) {
    var watch = new Watch(HELD, silent, seconds(100));
    return LeaseRule.decide(Optional.of(watch), Optional.of(HELD), look);
  }

  /// Who waits for storage may have a driver beside it that waits to renew its lease.
  @Test
  void theTimeThatALookTakesIsNotSilence() {
    assertThat(after(seconds(10), new Look(seconds(101), seconds(111), 1)))
        .isEqualTo(new Verdict.Wait(new Watch(HELD, seconds(11), seconds(111))));
  }

  @Test
  void anOutageThatALookSatOutBeginsTheSilenceAnew() {
    assertThat(after(seconds(19), new Look(seconds(101), seconds(103), 2)))
        .isEqualTo(new Verdict.Wait(new Watch(HELD, seconds(0), seconds(103))));
    assertThat(after(seconds(19), new Look(seconds(101), seconds(131), 1)))
        .isEqualTo(new Verdict.Wait(new Watch(HELD, seconds(0), seconds(131))));
  }
}
