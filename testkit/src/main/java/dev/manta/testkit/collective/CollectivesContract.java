package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.manta.collective.Call;
import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.collective.Counters;
import dev.manta.collective.Joinable;
import dev.manta.collective.Op;
import dev.manta.collective.Pending;
import dev.manta.collective.Values;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/// What every transport of [Collectives] must do; each one extends this class.
public abstract class CollectivesContract extends ValuesContract {
  private static final Duration LATE = Duration.ofMillis(100);

  @Test
  public void whoReceivesKnowsFromWhom() {
    try (Team team = team(2)) {
      AtomicBoolean seen = new AtomicBoolean();
      team.every(
          rank -> {
            if (rank.rank() == 0) {
              rank.receive(Values.of(new int[1]), 1);
            } else {
              seen.set(isSeen(team.rank(0), "receive", 1));
              rank.send(Values.of(new int[1]), 0);
            }
          });
      assertThat(seen).isTrue();
    }
  }

  @Test
  public void anAbortFromAnotherThreadEndsEveryCall() {
    try (Team team = team(3)) {
      CountDownLatch waiting = new CountDownLatch(1);
      List<Throwable> errors =
          team.each(rank -> rank.rank() == 0 ? abortOther(rank, waiting) : wait(rank, waiting));
      assertThat(errors)
          .allSatisfy(
              error ->
                  assertThat(error)
                      .isInstanceOf(CollectiveAborted.class)
                      .hasMessageContaining("enough is enough"));
      assertThat(team.rank(1).aborted()).contains(new Cause.Requested("enough is enough"));
    }
  }

  private static Throwable abortOther(Collectives rank, CountDownLatch waiting) throws Exception {
    assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
    rank.abort(new Cause.Requested("enough is enough"));
    return catchThrowable(rank::barrier);
  }

  private static Throwable wait(Collectives rank, CountDownLatch waiting) {
    waiting.countDown();
    return catchThrowable(rank::barrier);
  }

  @Test
  public void aRankThatLeavesEndsTheOthersCalls() {
    withTeam(
        2,
        rank -> {
          if (rank.rank() == 0) {
            rank.close();
          } else {
            assertThatThrownBy(rank::barrier)
                .isInstanceOf(CollectiveAborted.class)
                .hasMessageContaining("rank 0 left the group");
          }
        });
  }

  @Test
  public void aClosedGroupRefusesCalls() {
    withTeam(
        1,
        rank -> {
          rank.close();
          assertThatThrownBy(rank::barrier).isInstanceOf(CollectiveAborted.class);
        });
  }

  @Test
  public void theHighestControlWordIsAgreedOnByTheNextCall() {
    withTeam(
        3,
        rank -> {
          rank.control(10 + rank.rank());
          rank.allReduce(new int[1], Op.SUM);
          assertThat(rank.agreed()).isEqualTo(12);
        });
  }

  @Test
  public void whoWaitsKnowsWhoIsMissing() {
    try (Team team = team(3)) {
      AtomicBoolean seen = new AtomicBoolean();
      team.every(
          rank -> {
            if (rank.rank() == 2) {
              seen.set(isSeen(team.rank(0), "barrier", 2));
            }
            rank.barrier();
          });
      assertThat(seen).isTrue();
    }
  }

  private static boolean isSeen(Collectives other, String call, int missing) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < end) {
      if (other.waiting().stream()
          .anyMatch(w -> w.call().equals(call) && w.missing().contains(missing))) {
        return true;
      }
      LockSupport.parkNanos(100_000);
    }
    return false;
  }

  @Test
  public void countersTellWhatHappened() {
    withTeam(
        2,
        rank -> {
          rank.allReduce(new float[100], Op.SUM);
          rank.allReduce(new float[100], Op.SUM);
          assertThat(rank.counters().of("allReduce").calls()).isEqualTo(2);
          assertThat(rank.counters().of("allReduce").bytes()).isEqualTo(800);
          assertThat(rank.counters().lastToArrive().stream().mapToLong(n -> n).sum()).isEqualTo(2);
        });
  }

  @Test
  public void whoCameInTimeWaitedForWhoCameLate() {
    try (Team team = team(3)) {
      team.every(
          rank -> {
            if (rank.rank() == 2) {
              awaitWaiting(team.rank(0));
              awaitWaiting(team.rank(1));
            }
            Counters.PerCall did = reduceAndAddUp(rank);
            if (rank.rank() != 2) {
              assertThat(did.waited()).isGreaterThan(LATE.dividedBy(2));
            }
            assertThat(rank.counters().lastToArrive()).containsExactly(0L, 0L, 1L);
          });
    }
  }

  private static void awaitWaiting(Collectives other) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (System.nanoTime() < end
        && other.waiting().filter(w -> w.since().compareTo(LATE) > 0).isEmpty()) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  /// Waiting and moving together are no longer than the call took.
  private static Counters.PerCall reduceAndAddUp(Collectives rank) {
    long start = System.nanoTime();
    rank.allReduce(new float[100_000], Op.SUM);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    Counters.PerCall did = rank.counters().of("allReduce");
    assertThat(did.waited().plus(did.moved())).isLessThanOrEqualTo(took);
    assertThat(did.waited()).isGreaterThanOrEqualTo(Duration.ZERO);
    assertThat(did.moved()).isPositive();
    return did;
  }

  @Test
  public void startedCallsHappenInOrder() {
    withTeam(
        3,
        rank -> {
          float[] values = {1};
          List<Pending> started = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            started.add(
                rank.start(new Call.AllReduce(Values.of(values), Values.of(values), Op.SUM)));
          }
          rank.allReduce(values, Op.MAX);
          started.forEach(Pending::await);
          assertThat(values).containsExactly((float) Math.pow(3, 20));
        });
  }

  @Test
  public void aSubGroupLeavesTheOthersAlone() {
    withTeam(
        4,
        rank -> {
          int[] values = {rank.rank()};
          if (rank.rank() % 2 == 1) {
            try (Collectives odd = rank.group(3, 1)) {
              assertThat(odd.rank()).isEqualTo(rank.rank() == 3 ? 0 : 1);
              odd.allReduce(values, Op.SUM);
            }
          }
          assertThat(values).containsExactly(rank.rank() % 2 == 1 ? 4 : rank.rank());
          rank.barrier();
        });
  }

  @Test
  public void whyASubGroupEndedIsSaidWithTheRanksOfTheWhole() {
    withTeam(
        4,
        rank -> {
          if (rank.rank() == 3) {
            rank.group(0, 2, 3).group(2, 1).close();
          } else if (rank.rank() == 2) {
            try (Collectives some = rank.group(0, 2, 3);
                Collectives two = some.group(2, 1)) {
              assertThatThrownBy(two::barrier)
                  .isInstanceOfSatisfying(
                      CollectiveAborted.class,
                      e -> assertThat(e.why()).isEqualTo(new Cause.PeerLeft(3)))
                  .hasMessageContaining("rank 1 of 2 (in the group of ranks [3, 2])");
              assertThat(two.aborted()).contains(new Cause.PeerLeft(3));
            }
          } else if (rank.rank() == 0) {
            rank.group(0, 2, 3).close();
          }
          rank.barrier();
        });
  }

  @Test
  public void anAbortOfTheWholeEndsItsSubGroups() {
    for (int died : new int[] {2, 1}) {
      Phaser formed = new Phaser(2);
      withTeam(
          3,
          rank -> {
            if (rank.rank() != 1) {
              Collectives two = rank.group(2, 0);
              formed.arriveAndAwaitAdvance();
              rank.abort(new Cause.PeerDied(died));
              String reason = "the process of rank " + died + " died";
              assertThatThrownBy(two::barrier)
                  .isInstanceOf(CollectiveAborted.class)
                  .hasMessageContaining(reason);
              assertThat(two.aborted())
                  .contains(died == 2 ? new Cause.PeerDied(2) : new Cause.Requested(reason));
            }
          });
    }
  }

  @Test
  public void aRankThatWasInterruptedStillFinishesWhatItStartedBeforeItLeaves() {
    withTeam(
        2,
        rank -> {
          if (rank.rank() == 0) {
            Pending started = rank.start(new Call.Barrier());
            Thread.currentThread().interrupt();
            rank.close();
            assertThat(Thread.interrupted()).isTrue();
            assertThat(started.done()).isTrue();
          } else {
            rank.barrier();
          }
        });
  }

  @Test
  public void ranksThatJoinEarlyAreLeftOut() {
    withTeam(
        4,
        rank -> {
          Joinable group = Joinable.over(rank);
          for (int round = 0; round < 2; round++) {
            for (int step = 0; step < 3 * rank.rank(); step++) {
              double[] values = {rank.rank()};
              group.allReduce(values, Op.MEAN);
              assertThat(values).containsExactly((step / 3 + 1 + 3) / 2.0);
            }
            assertThat(group.join()).isEqualTo(3);
          }
          assertThat(group.ranks()).containsExactly(0, 1, 2, 3);
        });
  }

  @Test
  public void onlyARankThatHasNotJoinedBroadcasts() {
    withTeam(
        3,
        rank -> {
          Joinable group = Joinable.over(rank);
          if (rank.rank() > 0) {
            int[] values = {rank.rank()};
            group.broadcast(Values.of(values), 2);
            assertThat(values).containsExactly(2);
            assertThatThrownBy(() -> group.broadcast(Values.of(values), 0))
                .hasMessageContaining("rank 0 cannot broadcast: it has joined");
          }
          assertThat(group.join()).isEqualTo(2);
        });
  }

  @Test
  public void badArgumentsAreRefusedAtOnce() {
    withTeam(
        2,
        rank -> {
          float[] values = new float[8];
          Values all = Values.of(values);
          assertThatThrownBy(() -> rank.allReduce(all.slice(0, 4), all.slice(2, 4), Op.SUM))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("overlap");
          assertThatThrownBy(() -> rank.broadcast(all, 2)).hasMessageContaining("root 2");
          assertThatThrownBy(() -> rank.allReduce(all, all.slice(0, 4), Op.SUM))
              .hasMessageContaining("4 elements, but 8");
          assertThatThrownBy(() -> rank.weightedMean(Values.of(new int[1]), 1))
              .hasMessageContaining("I32");
          assertThatThrownBy(() -> rank.allGather(all.slice(0, 4), all, List.of(-4L, 12L)))
              .hasMessage("counts [-4, 12] are not a number from 0 up for each of 2 ranks");
          assertThatThrownBy(() -> rank.group(1 - rank.rank())).hasMessageContaining("not in");
          rank.barrier();
        });
  }

  @Test
  public void unequalPartsThatAreNotThePartsOfTheMemoryAreRefusedAtOnce() {
    withTeam(
        2,
        rank -> {
          Values in = Values.of(new float[8]);
          Values out = Values.of(new float[8]);
          List<Long> halves = List.of(4L, 4L);
          List<Long> mine = rank.rank() == 0 ? List.of(3L, 5L) : List.of(5L, 3L);
          assertThatThrownBy(() -> rank.allToAll(in, out, List.of(8L), halves))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("counts has 1 entries, but there are 2 ranks");
          assertThatThrownBy(() -> rank.received(List.of(8L)))
              .hasMessage("counts has 1 entries, but there are 2 ranks");
          assertThatThrownBy(() -> rank.allToAll(in, out, List.of(-1L, 9L), halves))
              .hasMessage("counts [-1, 9] does not divide the input of 8 elements");
          assertThatThrownBy(() -> rank.allToAll(in, out, halves, List.of(4L, 3L)))
              .hasMessage("the output holds 8 elements, but 7 are needed");
          assertThatThrownBy(() -> rank.allToAll(in, out, mine, halves))
              .hasMessageContaining("gives itself 3 elements, but takes 4 from itself");
          assertThatThrownBy(() -> rank.allToAll(in, in, halves, halves))
              .hasMessageContaining("overlap");
          rank.barrier();
        });
  }

  @Test
  public void aGatherMayWriteAroundItsOwnPart() {
    withTeam(
        3,
        rank -> {
          int[] all = new int[6];
          all[2 * rank.rank()] = 1 + rank.rank();
          rank.allGather(Values.of(all).slice(2L * rank.rank(), 2), Values.of(all));
          assertThat(all).containsExactly(1, 0, 2, 0, 3, 0);
        });
  }
}
