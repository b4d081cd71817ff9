package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.manta.collective.Call;
import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.collective.Joinable;
import dev.manta.collective.LaneRange;
import dev.manta.collective.Op;
import dev.manta.collective.Pending;
import dev.manta.collective.Type;
import dev.manta.collective.Values;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every transport of [Collectives] must do; each one extends this class.
@Timeout(180)
public abstract class CollectivesContract extends AgreementContract {
  private static final long[] COUNTS = {0, 1, 7, 1_023, 70_001};

  private static void expect(byte[] wanted, MemorySegment got, String what) {
    int at = Arrays.mismatch(wanted, got.toArray(ValueLayout.JAVA_BYTE));
    assertThat(at).as("first byte that differs in " + what).isEqualTo(-1);
  }

  @Test
  public void everyReductionOfEveryTypeIsTheFoldInRankOrder() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      withTeam(ranks, CollectivesContract::reduceEverything);
    }
  }

  private static void reduceEverything(Collectives rank) {
    for (Type type : Type.values()) {
      for (Op op : Op.values()) {
        long count = COUNTS[(type.bytes() + op.name().length() + rank.size()) % COUNTS.length];
        reduceOnce(rank, type, op, count);
      }
    }
  }

  private static void reduceOnce(Collectives rank, Type type, Op op, long count) {
    List<MemorySegment> all = Sample.all(type, count, 42, rank.size());
    MemorySegment mine = all.get(rank.rank());
    Values out = Values.of(MemorySegment.ofArray(new byte[(int) mine.byteSize()]), type);
    rank.allReduce(Values.of(mine, type), out, op);
    String what = op + " of " + count + " x " + type + " over " + rank.size();
    expect(Reference.fold(type, op, all), out.memory(), what);
  }

  @Test
  public void everySizeAndNumberOfRanksGivesTheSameSum() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      withTeam(
          ranks,
          rank -> {
            for (long count : COUNTS) {
              reduceOnce(rank, Type.F32, Op.SUM, count);
            }
          });
    }
  }

  @Test
  public void aHugeArrayGoesThrough() {
    withTeam(3, rank -> reduceOnce(rank, Type.F32, Op.MEAN, 3_000_001));
  }

  @Test
  public void memoryBornInTheGroupIsReducedInPlace() {
    for (int ranks : new int[] {1, 2, 5}) {
      withTeam(ranks, CollectivesContract::reduceBorn);
    }
  }

  private static void reduceBorn(Collectives rank) {
    long count = 300_007;
    List<MemorySegment> all = Sample.all(Type.F32, count, 3, rank.size());
    MemorySegment born = rank.allocate(count * 4 + 64);
    assertThat(born.asSlice(0, 64).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    MemorySegment mine = born.asSlice(64, count * 4).copyFrom(all.get(rank.rank()));
    rank.allReduce(mine, Type.F32, Op.SUM);
    expect(Reference.fold(Type.F32, Op.SUM, all), mine, "born memory");
  }

  @Test
  public void aMeanByWeightForgetsRanksOfWeightZero() {
    withTeam(
        3,
        rank -> {
          float[] values = {rank.rank() == 1 ? Float.NaN : 4 + 2 * rank.rank()};
          rank.weightedMean(Values.of(values), rank.rank() == 1 ? 0 : 1 + rank.rank());
          assertThat(values).containsExactly(7);
        });
  }

  @Test
  public void aMeanWithoutAnyWeightIsZero() {
    withTeam(
        2,
        rank -> {
          float[] values = {5, Float.POSITIVE_INFINITY};
          rank.weightedMean(Values.of(values), 0);
          assertThat(values).containsExactly(0, 0);
        });
  }

  @Test
  public void aMeanOfBytesDoesNotWrap() {
    withTeam(
        3,
        rank -> {
          byte[] values = {100};
          rank.allReduce(Values.of(values), Op.MEAN);
          assertThat(values).containsExactly(100);
        });
  }

  @Test
  public void randomProgramsAgreeWithTheReference() {
    for (long seed = 0; seed < 12; seed++) {
      Program program = new Program(seed, 12, 40_000);
      withTeam(1 + (int) (seed * 3 % 8), rank -> program.run(rank, _ -> {}));
    }
  }

  @Test
  public void laneSumsDoNotDependOnTheNumberOfRanks() {
    List<float[]> results = new ArrayList<>();
    for (int ranks : new int[] {1, 2, 3, 5, 8}) {
      try (Team team = team(ranks)) {
        results.add(team.each(CollectivesContract::laneSum).getLast());
      }
    }
    assertThat(results).allSatisfy(each -> assertThat(each).isEqualTo(results.getFirst()));
  }

  private static float[] laneSum(Collectives rank) {
    LaneRange mine = LaneRange.of(rank.rank(), rank.size(), 8);
    List<MemorySegment> lanes = Sample.all(Type.F32, 1_000, 9, 8);
    float[] subtrees = new float[1_000 * mine.subtrees().size()];
    for (int tree = 0; tree < mine.subtrees().size(); tree++) {
      LaneRange range = mine.subtrees().get(tree);
      byte[] sum = treeSum(lanes, range.first(), range.count());
      MemorySegment.copy(
          MemorySegment.ofArray(sum), 0, MemorySegment.ofArray(subtrees), tree * 4_000L, 4_000);
    }
    float[] out = new float[1_000];
    rank.reduceLanes(mine, Values.of(subtrees), Values.of(out));
    return out;
  }

  private static byte[] treeSum(List<MemorySegment> lanes, int first, int width) {
    if (width == 1) {
      return lanes.get(first).toArray(ValueLayout.JAVA_BYTE);
    }
    MemorySegment left = MemorySegment.ofArray(treeSum(lanes, first, width / 2));
    MemorySegment right = MemorySegment.ofArray(treeSum(lanes, first + width / 2, width / 2));
    return Reference.fold(Type.F32, Op.SUM, List.of(left, right));
  }

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
      Thread.onSpinWait();
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
          assertThatThrownBy(() -> rank.group(1 - rank.rank())).hasMessageContaining("not in");
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
