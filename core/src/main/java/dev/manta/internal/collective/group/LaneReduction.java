package dev.manta.internal.collective.group;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Call;
import dev.manta.collective.ElementType;
import dev.manta.collective.LaneRange;
import dev.manta.collective.Op;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.RankSlices;
import dev.manta.internal.collective.TransferPlan;
import dev.manta.internal.collective.fold.Fold;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/// The sum over all lanes in a fixed binary tree. Each rank sums its slice of the elements over all
/// lanes; every inner node is rounded to the type, so it does not matter who computes it.
final class LaneReduction {
  private final Engine engine;
  private final int rank;
  private final int size;

  LaneReduction(Engine engine, int rank, int size) {
    this.engine = engine;
    this.rank = rank;
    this.size = size;
  }

  void reduce(Call.ReduceLanes call, Function<Call.ReduceLanes, CallHeader> headers) {
    check(call);
    try (Arena arena = Arena.ofConfined()) {
      List<LaneRange> ranges = ranges(call, headers.apply(call), arena);
      RankSlices rankSlices = RankSlices.even(call.out().count(), size, call.out().type().bytes());
      Pieces pieces = new Pieces(call, ranges, rankSlices, rank);
      MemorySegment gathered = arena.allocate(Math.max(1, pieces.takenBytes()), 64);
      MemorySegment packed = pieces.pack(arena);
      engine.exchange(
          headers.apply(call), new TransferPlan.Parts(pieces.sizes()), packed, gathered);
      MemorySegment slice = new Tree(pieces, gathered, arena).sum();
      engine.exchange(
          headers.apply(call),
          new TransferPlan.Gather(pieces.slices(), -1),
          slice,
          call.out().memory());
    }
  }

  private static void check(Call.ReduceLanes call) {
    ArgumentChecks.sameType(call.subtrees(), call.out());
    long wanted = call.out().count() * call.mine().subtrees().size();
    ArgumentChecks.count("the subtrees of lanes " + call.mine(), call.subtrees().count(), wanted);
    ArgumentChecks.apart(call.subtrees().memory(), call.out().memory());
  }

  /// Everybody's lanes, which must cover all lanes in rank order.
  private List<LaneRange> ranges(Call.ReduceLanes call, CallHeader header, Arena arena) {
    MemorySegment mine = arena.allocateFrom(JAVA_INT, call.mine().first(), call.mine().count());
    MemorySegment all = arena.allocate(8L * size, 8);
    long[] sizes = new long[size];
    Arrays.fill(sizes, 8);
    engine.exchange(header, new TransferPlan.Gather(sizes, -1), mine, all);
    List<LaneRange> ranges = new ArrayList<>();
    for (int peer = 0; peer < size; peer++) {
      int first = all.getAtIndex(JAVA_INT, 2L * peer);
      ranges.add(
          new LaneRange(first, all.getAtIndex(JAVA_INT, 2L * peer + 1), call.mine().total()));
    }
    covering(ranges);
    return ranges;
  }

  private static void covering(List<LaneRange> ranges) {
    int next = 0;
    for (LaneRange range : ranges) {
      if (range.first() != next) {
        throw new IllegalArgumentException("the ranks' lanes leave gaps or overlap: " + ranges);
      }
      next += range.count();
    }
    if (next != ranges.getFirst().total()) {
      throw new IllegalArgumentException("the ranks' lanes do not cover all lanes: " + ranges);
    }
  }

  /// Who gives which slices of how many subtrees.
  private record Pieces(
      Call.ReduceLanes call, List<LaneRange> ranges, RankSlices shares, int rank) {
    ElementType type() {
      return call.out().type();
    }

    long sliceBytes(int of) {
      return (shares.end(of) - shares.start(of)) * type().bytes();
    }

    long[] slices() {
      long[] slices = new long[ranges.size()];
      Arrays.setAll(slices, this::sliceBytes);
      return slices;
    }

    long[][] sizes() {
      long[][] sizes = new long[ranges.size()][ranges.size()];
      for (int from = 0; from < sizes.length; from++) {
        for (int to = 0; to < sizes.length; to++) {
          sizes[from][to] = sliceBytes(to) * ranges.get(from).subtrees().size();
        }
      }
      return sizes;
    }

    List<LaneRange> trees() {
      return ranges.stream().flatMap(range -> range.subtrees().stream()).toList();
    }

    long takenBytes() {
      return sliceBytes(rank) * trees().size();
    }

    /// My subtrees, ordered by who takes which slice.
    MemorySegment pack(Arena arena) {
      MemorySegment from = call.subtrees().memory();
      MemorySegment packed = arena.allocate(Math.max(1, from.byteSize()), 64);
      long whole = call.out().memory().byteSize();
      long at = 0;
      for (int to = 0; to < ranges.size(); to++) {
        for (long tree = 0; tree * whole < from.byteSize(); tree++) {
          long start = tree * whole + shares.start(to) * type().bytes();
          MemorySegment.copy(from, start, packed, at, sliceBytes(to));
          at += sliceBytes(to);
        }
      }
      return packed;
    }
  }

  /// The tree over the lanes, for one slice of the elements.
  private static final class Tree {
    private final Pieces pieces;
    private final MemorySegment leaves;
    private final Arena arena;
    private final List<LaneRange> trees;
    private final Fold fold;
    private final long bytes;

    Tree(Pieces pieces, MemorySegment leaves, Arena arena) {
      this.pieces = pieces;
      this.leaves = leaves;
      this.arena = arena;
      this.trees = pieces.trees();
      this.fold = Fold.of(pieces.type(), Op.SUM, 2);
      this.bytes = pieces.sliceBytes(pieces.rank());
    }

    MemorySegment sum() {
      return sum(0, trees.isEmpty() ? 1 : trees.getFirst().total());
    }

    private MemorySegment sum(int first, int width) {
      for (int i = 0; i < trees.size(); i++) {
        if (trees.get(i).first() == first && trees.get(i).count() == width) {
          return leaves.asSlice(i * bytes, bytes);
        }
      }
      return add(sum(first, width / 2), sum(first + width / 2, width / 2));
    }

    private MemorySegment add(MemorySegment left, MemorySegment right) {
      MemorySegment sum = arena.allocate(Math.max(1, bytes), 64);
      long step = (long) Fold.BLOCK * pieces.type().bytes();
      for (long at = 0; at < bytes; at += step) {
        int count = (int) (Math.min(step, bytes - at) / pieces.type().bytes());
        fold.add(0, left, at, count);
        fold.add(1, right, at, count);
        fold.finish(sum, at, count);
      }
      return sum;
    }
  }
}
