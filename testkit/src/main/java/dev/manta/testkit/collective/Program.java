package dev.manta.testkit.collective;

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
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/// A random sequence of collective calls that every rank runs and checks bit by bit. Everything
/// follows from the seed and the number of ranks.
public final class Program {
  private static final ElementType[] TYPES = ElementType.values();
  private static final Op[] OPS = Op.values();
  private static final int KINDS = 14;

  private final long seed;
  private final int steps;
  private final long countMax;

  /// The program that a seed stands for.
  ///
  /// @param countMax the most elements of a call
  public Program(long seed, int steps, long countMax) {
    this.seed = seed;
    this.steps = steps;
    this.countMax = countMax;
  }

  /// Runs the program on one rank; `before` hears the number of each step.
  public void run(Collectives rank, LongConsumer before) {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment born = rank.allocate(8 * countMax * 2);
      for (int step = 0; step < steps; step++) {
        before.accept(step);
        long number = seed * 1_000 + step;
        Random shared = new Random(number);
        Theme theme = Theme.drawn(shared, rank.size(), countMax);
        new Step(rank, number, new Memory(arena, born), shared, theme).run();
      }
    }
  }

  /// Makes every kind of call with every type, each on this many elements, and checks each like a
  /// step of a program.
  public static void everyCall(Collectives rank, long count) {
    try (Arena arena = Arena.ofShared()) {
      Memory memory = new Memory(arena, rank.allocate(2 * Math.max(8, count * rank.size() * 8)));
      for (int kind = 1; kind < KINDS; kind++) {
        for (int type = 0; type < TYPES.length; type++) {
          int number = kind * TYPES.length + type;
          Op op = OPS[number % OPS.length];
          Theme theme = new Theme(kind, TYPES[type], op, number % rank.size(), count);
          new Step(rank, number, memory, new Random(number), theme).run();
        }
      }
    }
  }

  /// What a step is about.
  private record Theme(int kind, ElementType type, Op op, int root, long count) {
    static Theme drawn(Random random, int size, long countMax) {
      ElementType type = TYPES[random.nextInt(TYPES.length)];
      Op op = OPS[random.nextInt(OPS.length)];
      int root = random.nextInt(size);
      long count = count(random, countMax / size);
      return new Theme(random.nextInt(KINDS), type, op, root, count);
    }

    private static long count(Random random, long max) {
      return switch (random.nextInt(8)) {
        case 0 -> 0;
        case 1 -> 1;
        case 2, 3, 4, 5 -> random.nextLong(Math.min(max, 100) + 1);
        default -> random.nextLong(max + 1);
      };
    }
  }

  /// Where a step's values lie: on the heap, outside, or born in the group.
  private record Memory(Arena arena, MemorySegment born) {
    MemorySegment place(MemorySegment values, int kind, boolean second) {
      long bytes = values.byteSize();
      MemorySegment to =
          switch (kind) {
            case 0 -> MemorySegment.ofArray(new byte[(int) bytes]);
            case 1 -> arena.allocate(Math.max(1, bytes), 8).asSlice(0, bytes);
            default -> born.asSlice(second ? born.byteSize() / 2 : 0, bytes);
          };
      return to.copyFrom(values);
    }
  }

  /// One call with its arguments, its result, and what the result must be.
  private static final class Step {
    private final Collectives group;
    private final long seed;
    private final Memory memory;
    private final Random shared;
    private final Random own;
    private final int size;
    private final int rank;
    private final int kind;
    private final ElementType type;
    private final Op op;
    private final int root;
    private final long count;

    Step(Collectives group, long seed, Memory memory, Random shared, Theme theme) {
      this.group = group;
      this.seed = seed;
      this.memory = memory;
      this.size = group.size();
      this.rank = group.rank();
      this.shared = shared;
      this.own = new Random(seed * 7 + rank);
      this.kind = theme.kind();
      this.type = theme.type();
      this.op = theme.op();
      this.root = theme.root();
      this.count = theme.count();
    }

    void run() {
      switch (kind) {
        case 0, 1 -> allReduce();
        case 2 -> weightedMean();
        case 3 -> reduce();
        case 4 -> reduceScatter();
        case 5 -> allGather();
        case 6 -> broadcast();
        case 7 -> gather();
        case 8 -> scatter();
        case 9 -> allToAll();
        case 10 -> reduceLanes();
        case 11 -> ring();
        case 12 -> allToAllOfUnequalParts();
        default -> subGroup();
      }
    }

    private List<MemorySegment> everybodys(long each) {
      return Sample.all(type, each, seed, size);
    }

    private Values mine(MemorySegment values) {
      return Values.of(memory.place(values, own.nextInt(3), false), type);
    }

    private Values empty(long elements) {
      MemorySegment zeros = MemorySegment.ofArray(new byte[(int) (elements * type.bytes())]);
      return Values.of(memory.place(zeros, own.nextInt(3), true), type);
    }

    /// Sometimes started and awaited, sometimes made at once.
    private void make(Call call) {
      if (own.nextInt(4) == 0) {
        group.start(call).await();
      } else {
        group.run(call);
      }
    }

    private void expect(String call, byte[] wanted, Values got) {
      byte[] bytes = got.memory().toArray(ValueLayout.JAVA_BYTE);
      int at = Arrays.mismatch(wanted, bytes);
      if (at >= 0) {
        throw new AssertionError(
            "%s of %s x %s, %s, root %s on rank %s of %s (step seed %s): byte %s of %s differs"
                .formatted(call, count, type, op, root, rank, size, seed, at, wanted.length));
      }
    }

    private void allReduce() {
      List<MemorySegment> all = everybodys(count * size);
      Values in = mine(all.get(rank));
      Values out = shared.nextBoolean() ? in : empty(in.count());
      make(new Call.AllReduce(in, out, op));
      expect("allReduce", Reference.fold(type, op, all), out);
    }

    private void weightedMean() {
      ElementType floating =
          List.of(ElementType.F32, ElementType.F64, ElementType.F16, ElementType.BF16)
              .get(shared.nextInt(4));
      double[] weights = shared.doubles(size).map(w -> w < 0.3 ? 0 : w * 8).toArray();
      List<MemorySegment> all = Sample.all(floating, count, seed, size);
      Values in = Values.of(memory.place(all.get(rank), own.nextInt(3), false), floating);
      make(new Call.WeightedMean(in, in, weights[rank]));
      expect("weightedMean", Reference.weighted(floating, all, weights), in);
    }

    private void reduce() {
      List<MemorySegment> all = everybodys(count);
      Values in = mine(all.get(rank));
      Values out = rank == root ? empty(count) : Values.none(type);
      make(new Call.Reduce(in, out, op, root));
      if (rank == root) {
        expect("reduce", Reference.fold(type, op, all), out);
      }
    }

    private List<Long> counts() {
      return shared.nextBoolean() ? List.of() : shared.longs(size, 0, count + 1).boxed().toList();
    }

    private static long total(List<Long> counts) {
      return counts.stream().mapToLong(Long::longValue).sum();
    }

    private void reduceScatter() {
      List<Long> counts = counts();
      List<Long> parts = counts.isEmpty() ? Collections.nCopies(size, count) : counts;
      List<MemorySegment> all = everybodys(total(parts));
      Values out = empty(parts.get(rank));
      make(new Call.ReduceScatter(mine(all.get(rank)), out, op, counts));
      int from = (int) total(parts.subList(0, rank)) * type.bytes();
      int to = from + (int) out.memory().byteSize();
      expect("reduceScatter", Arrays.copyOfRange(Reference.fold(type, op, all), from, to), out);
    }

    private void allGather() {
      List<Long> counts = counts();
      List<Long> parts = counts.isEmpty() ? Collections.nCopies(size, count) : counts;
      List<MemorySegment> all = new ArrayList<>();
      for (int peer = 0; peer < size; peer++) {
        all.add(Sample.of(type, parts.get(peer), seed, peer));
      }
      Values out = empty(total(parts));
      make(new Call.AllGather(mine(all.get(rank)), out, counts));
      expect("allGather", joined(all), out);
    }

    private static byte[] joined(List<MemorySegment> all) {
      byte[] joined = new byte[(int) all.stream().mapToLong(MemorySegment::byteSize).sum()];
      long at = 0;
      for (MemorySegment part : all) {
        MemorySegment.copy(part, 0, MemorySegment.ofArray(joined), at, part.byteSize());
        at += part.byteSize();
      }
      return joined;
    }

    private void broadcast() {
      List<MemorySegment> all = everybodys(count);
      Values inOut = mine(all.get(rank));
      make(new Call.Broadcast(inOut, root));
      expect("broadcast", all.get(root).toArray(ValueLayout.JAVA_BYTE), inOut);
    }

    private void gather() {
      List<MemorySegment> all = everybodys(count);
      Values out = rank == root ? empty(count * size) : Values.none(type);
      make(new Call.Gather(mine(all.get(rank)), out, root));
      if (rank == root) {
        expect("gather", joined(all), out);
      }
    }

    private void scatter() {
      MemorySegment whole = Sample.of(type, count * size, seed, root);
      Values in = rank == root ? mine(whole) : Values.none(type);
      Values out = empty(count);
      make(new Call.Scatter(in, out, root));
      long bytes = count * type.bytes();
      expect("scatter", whole.asSlice(rank * bytes, bytes).toArray(ValueLayout.JAVA_BYTE), out);
    }

    private void allToAll() {
      List<MemorySegment> all = everybodys(count * size);
      Values out = empty(count * size);
      make(new Call.AllToAll(mine(all.get(rank)), out));
      long bytes = count * type.bytes();
      List<MemorySegment> parts =
          all.stream().map(values -> values.asSlice(rank * bytes, bytes)).toList();
      expect("allToAll", joined(parts), out);
    }

    /// Every rank draws what all ranks give to all; sometimes it asks what it will receive.
    private void allToAllOfUnequalParts() {
      List<List<Long>> given = new ArrayList<>();
      for (int from = 0; from < size; from++) {
        given.add(shared.longs(size, 0, count + 1).boxed().toList());
      }
      List<Long> received = given.stream().map(parts -> parts.get(rank)).toList();
      if (shared.nextBoolean() && !received.equals(group.received(given.get(rank)))) {
        throw new AssertionError("received is not " + received + " (step seed " + seed + ")");
      }
      Values in = mine(Sample.of(type, total(given.get(rank)), seed, rank));
      Values out = empty(total(received));
      make(new Call.AllToAll(in, out, given.get(rank), received));
      expect("allToAll of unequal parts", joined(parts(given)), out);
    }

    /// What each rank has for this one.
    private List<MemorySegment> parts(List<List<Long>> given) {
      List<MemorySegment> parts = new ArrayList<>();
      for (int from = 0; from < size; from++) {
        List<Long> counts = given.get(from);
        long first = total(counts.subList(0, rank)) * type.bytes();
        MemorySegment whole = Sample.of(type, total(counts), seed, from);
        parts.add(whole.asSlice(first, counts.get(rank) * type.bytes()));
      }
      return parts;
    }

    private void reduceLanes() {
      int total = Integer.highestOneBit(size) * 2;
      LaneRange lanes = LaneRange.of(rank, size, total);
      List<MemorySegment> leaves = Sample.all(type, count, seed, total);
      List<MemorySegment> trees =
          lanes.subtrees().stream().map(tree -> tree(leaves, tree.first(), tree.count())).toList();
      Values out = empty(count);
      make(new Call.ReduceLanes(lanes, mine(MemorySegment.ofArray(joined(trees))), out));
      expect("reduceLanes", tree(leaves, 0, total).toArray(ValueLayout.JAVA_BYTE), out);
    }

    private MemorySegment tree(List<MemorySegment> leaves, int first, int width) {
      if (width == 1) {
        return leaves.get(first);
      }
      MemorySegment left = tree(leaves, first, width / 2);
      MemorySegment right = tree(leaves, first + width / 2, width / 2);
      return MemorySegment.ofArray(Reference.fold(type, Op.SUM, List.of(left, right)));
    }

    /// Everybody sends to the next rank and receives from the one before.
    private void ring() {
      if (size == 1) {
        return;
      }
      List<MemorySegment> all = everybodys(count);
      Values in = empty(count);
      int before = (rank + size - 1) % size;
      var sending = group.start(new Call.Send(mine(all.get(rank)), (rank + 1) % size));
      group.receive(in, before);
      sending.await();
      expect("receive", all.get(before).toArray(ValueLayout.JAVA_BYTE), in);
    }

    /// Ranks of the same parity reduce among themselves, in falling order.
    private void subGroup() {
      int[] ranks =
          IntStream.iterate(size - 1, r -> r >= 0, r -> r - 1)
              .filter(r -> r % 2 == rank % 2)
              .toArray();
      List<MemorySegment> all =
          IntStream.of(ranks).mapToObj(r -> Sample.of(type, count, seed, r)).toList();
      Values in = mine(Sample.of(type, count, seed, rank));
      try (Collectives some = group.group(ranks)) {
        some.allReduce(in, op);
      }
      expect("allReduce of a sub-group", Reference.fold(type, op, all), in);
    }
  }
}
