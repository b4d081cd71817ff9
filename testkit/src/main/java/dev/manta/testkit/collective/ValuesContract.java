package dev.manta.testkit.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.collective.Call;
import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.LaneRange;
import dev.manta.collective.Op;
import dev.manta.collective.Values;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// What must come out of the calls of every transport, bit by bit.
public abstract class ValuesContract extends AgreementContract {
  private static final long[] COUNTS = {0, 1, 7, 1_023, 70_001};
  private static final long[] FEW = {0, 1, 7, 1_023};

  private static void expect(byte[] wanted, MemorySegment got, String what) {
    int at = Arrays.mismatch(wanted, got.toArray(ValueLayout.JAVA_BYTE));
    assertThat(at).as("first byte that differs in " + what).isEqualTo(-1);
  }

  @Test
  public void everyReductionOfEveryTypeIsTheFoldInRankOrder() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      List<ReduceCase> cases = everyReduction(ranks);
      withTeam(ranks, rank -> cases.forEach(each -> each.checkApart(rank)));
    }
  }

  private static List<ReduceCase> everyReduction(int ranks) {
    List<ReduceCase> cases = new ArrayList<>();
    for (ElementType type : ElementType.values()) {
      for (Op op : Op.values()) {
        long count = COUNTS[(type.bytes() + op.name().length() + ranks) % COUNTS.length];
        cases.add(ReduceCase.of(type, op, count, ranks));
      }
    }
    return cases;
  }

  @Test
  public void everyTypeSizeAndNumberOfRanksGivesTheSameSum() {
    for (int ranks = 1; ranks <= 8; ranks++) {
      List<ReduceCase> cases = sums(ranks);
      withTeam(ranks, rank -> cases.forEach(each -> each.check(rank)));
    }
  }

  private static List<ReduceCase> sums(int ranks) {
    List<ReduceCase> cases = new ArrayList<>();
    for (ElementType type : ElementType.values()) {
      for (long count : COUNTS) {
        cases.add(ReduceCase.of(type, Op.SUM, count, ranks));
      }
    }
    return cases;
  }

  @Test
  public void everyCallOnEveryTypeAndSizeAgreesWithTheReference() {
    for (int ranks : new int[] {1, 2, 3, 8}) {
      withTeam(
          ranks,
          rank -> {
            for (long count : FEW) {
              Program.everyCall(rank, count);
            }
          });
    }
  }

  @Test
  public void moreThanAHundredMegabytesGoThrough() {
    withTeam(2, rank -> reduceMuch(rank, 26_300_001));
  }

  private static void reduceMuch(Collectives rank, long count) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment values = arena.allocate(count * 4, 64);
      for (long at = 0; at < count; at++) {
        values.setAtIndex(ValueLayout.JAVA_FLOAT, at, sample(at) + rank.rank());
      }
      rank.allReduce(values, ElementType.F32, Op.SUM);
      assertThat(firstThatIsNotTheSum(values, count)).isEqualTo(count);
    }
  }

  private static long firstThatIsNotTheSum(MemorySegment values, long count) {
    long at = 0;
    while (at < count && values.getAtIndex(ValueLayout.JAVA_FLOAT, at) == 2 * sample(at) + 1) {
      at++;
    }
    return at;
  }

  private static float sample(long at) {
    return (int) (at % 8_191);
  }

  @Test
  public void aHugeArrayGoesThrough() {
    ReduceCase huge = ReduceCase.of(ElementType.F32, Op.MEAN, 3_000_001, 3);
    withTeam(3, huge::checkApart);
  }

  @Test
  public void memoryBornInTheGroupIsReducedInPlace() {
    for (int ranks : new int[] {1, 2, 5}) {
      withTeam(ranks, ValuesContract::reduceBorn);
    }
  }

  private static void reduceBorn(Collectives rank) {
    long count = 300_007;
    List<MemorySegment> all = Sample.all(ElementType.F32, count, 3, rank.size());
    MemorySegment born = rank.allocate(count * 4 + 64);
    assertThat(born.asSlice(0, 64).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    MemorySegment mine = born.asSlice(64, count * 4).copyFrom(all.get(rank.rank()));
    rank.allReduce(mine, ElementType.F32, Op.SUM);
    expect(Reference.fold(ElementType.F32, Op.SUM, all), mine, "born memory");
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
  public void whoIsGivenUnequalPartsLearnsHowManyFirst() {
    for (int ranks : new int[] {1, 3, 4}) {
      withTeam(ranks, ValuesContract::tradeParts);
    }
  }

  /// Rank r has `100_000 * r + p` elements for rank p, each of them r.
  private static void tradeParts(Collectives rank) {
    List<Long> counts =
        LongStream.range(0, rank.size()).mapToObj(p -> 100_000L * rank.rank() + p).toList();
    List<Long> received = rank.received(counts);
    int[] in = new int[(int) total(counts)];
    Arrays.fill(in, rank.rank());
    int[] out = new int[(int) total(received)];
    rank.allToAll(Values.of(in), Values.of(out), counts, received);
    int[] wanted =
        IntStream.range(0, rank.size())
            .flatMap(from -> IntStream.generate(() -> from).limit(100_000L * from + rank.rank()))
            .toArray();
    assertThat(Arrays.equals(out, wanted)).isTrue();
  }

  private static long total(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  @Test
  public void unequalPartsOfMemoryBornInTheGroupGoThrough() {
    withTeam(
        3,
        rank -> {
          MemorySegment in = rank.allocate(8);
          MemorySegment out = rank.allocate(rank.rank() == 1 ? 24 : 0);
          in.set(ValueLayout.JAVA_LONG, 0, 7 + rank.rank());
          List<Long> one = List.of(0L, 1L, 0L);
          List<Long> received = rank.rank() == 1 ? List.of(1L, 1L, 1L) : List.of(0L, 0L, 0L);
          Values all = Values.of(out, ElementType.I64);
          rank.start(new Call.AllToAll(Values.of(in, ElementType.I64), all, one, received)).await();
          assertThat(out.toArray(ValueLayout.JAVA_LONG))
              .isEqualTo(rank.rank() == 1 ? new long[] {7, 8, 9} : new long[0]);
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
        results.add(team.each(ValuesContract::laneSum).getLast());
      }
    }
    assertThat(results).allSatisfy(each -> assertThat(each).isEqualTo(results.getFirst()));
  }

  private static float[] laneSum(Collectives rank) {
    LaneRange mine = LaneRange.of(rank.rank(), rank.size(), 8);
    List<MemorySegment> lanes = Sample.all(ElementType.F32, 1_000, 9, 8);
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
    return Reference.fold(ElementType.F32, Op.SUM, List.of(left, right));
  }
}
