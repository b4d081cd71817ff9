package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.JoinKind;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.memory.MemoryBudget;
import dev.manta.internal.data.rows.BatchConcat;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The rows of both sides of a join whose values have the same hash. Values that many rows have
/// make many pairs: those come in slices, and neither side has to fit into memory.
///
/// Which pairs are in a slice depends on the rows alone, never on how much memory there is.
public final class JoinPartition {
  private static final int SLICES = 32;

  private static final long SIDE_BYTES = 32L << 20;
  private static final long SLICE_BYTES = 64L << 20;
  private static final long SMALL_BYTES = 1 << 20;

  private final Sides sides;
  private final int part;
  private @Nullable Counted known;

  /// What is joined, and how.
  ///
  /// @param slices how many there are of each part; most need one
  public record Sides(RowExchange left, RowExchange right, String key, JoinKind kind, int slices) {}

  /// How many slices parts have: one where all pairs that there could be are few.
  public static int slices(List<Unit> left, List<Unit> right) {
    boolean known =
        Stream.of(left, right).flatMap(List::stream).allMatch(u -> u.rows().isPresent());
    double pairs =
        known ? (double) UnitCutter.total(left) * UnitCutter.total(right) : Double.MAX_VALUE;
    return pairs * (bytesEachOf(left) + bytesEachOf(right)) < SMALL_BYTES ? 1 : SLICES;
  }

  private static long bytesEachOf(List<Unit> units) {
    long bytes = units.stream().mapToLong(Unit::bytes).sum();
    long rows = units.stream().mapToLong(unit -> unit.rows().orElse(1)).sum();
    return Long.BYTES + bytes / Math.max(1, rows);
  }

  /// Pairs of a group of left rows with a block of right rows; with none, of left rows that match
  /// in no block.
  private record Segment(int block, int group, long pairs) {
    private static final int NONE = -1;
  }

  /// @param matched for each group, its rows that have a match
  private record Counted(List<Segment> segments, List<BitSet> matched, long bytesEach) {
    long pairs() {
      return segments.stream().mapToLong(Segment::pairs).sum();
    }

    long slices(int most) {
      return Math.clamp(Math.ceilDiv(pairs() * bytesEach, SLICE_BYTES), 1, most);
    }
  }

  public JoinPartition(Sides sides, int part) {
    this.sides = sides;
    this.part = part;
  }

  /// Some of the pairs.
  Batch slice(int slice, UnitReading reading) {
    if (isKnownEmpty(slice)) {
      return TransformRunner.nothing();
    }
    RowExchange right = sides.right();
    return sides
        .left()
        .with(part, reading, l -> right.with(part, reading, r -> slice(l, r, slice)));
  }

  private Batch slice(RowExchange left, RowExchange right, int slice) {
    List<RowExchange.Piece> groups = left.pieces(part, SIDE_BYTES);
    List<RowExchange.Piece> blocks = right.pieces(part, SIDE_BYTES);
    boolean keepsAll = sides.kind() == JoinKind.LEFT && blocks.size() == 1;
    try (var run = new PartitionJoin(groups, blocks, sides.key(), keepsAll)) {
      Counted counted = counted(run, groups, blocks);
      if (slice >= counted.slices(sides.slices())) {
        return TransformRunner.nothing();
      }
      long each = requireRoom(counted);
      long from = Math.min(slice * each, counted.pairs());
      return slice(run, counted, from, Math.min(from + each, counted.pairs()));
    }
  }

  private synchronized boolean isKnownEmpty(int slice) {
    return known != null && slice >= known.slices(sides.slices());
  }

  private synchronized Counted counted(
      PartitionJoin run, List<RowExchange.Piece> groups, List<RowExchange.Piece> blocks) {
    if (known == null) {
      known = count(run, groups, blocks);
    }
    return known;
  }

  private Counted count(
      PartitionJoin run, List<RowExchange.Piece> groups, List<RowExchange.Piece> blocks) {
    List<Segment> segments = new ArrayList<>();
    List<BitSet> matched = groups.stream().map(_ -> new BitSet()).toList();
    for (int block = 0; block < blocks.size(); block++) {
      for (int group = 0; group < groups.size(); group++) {
        long pairs = run.block(block).pairs(run.group(group), matched.get(group));
        segments.add(new Segment(block, group, pairs));
      }
    }
    if (sides.kind() == JoinKind.LEFT && blocks.size() > 1) {
      for (int group = 0; group < groups.size(); group++) {
        int without = run.group(group).rows() - matched.get(group).cardinality();
        segments.add(new Segment(Segment.NONE, group, without));
      }
    }
    return new Counted(segments, matched, bytesEach(groups) + bytesEach(blocks) + Long.BYTES);
  }

  private static long bytesEach(List<RowExchange.Piece> pieces) {
    long bytes = pieces.stream().mapToLong(RowExchange.Piece::bytes).sum();
    return bytes / Math.max(1, pieces.stream().mapToLong(RowExchange.Piece::rows).sum());
  }

  /// How many pairs a slice has: there are only so many slices.
  private long requireRoom(Counted counted) {
    long slices = counted.slices(sides.slices());
    long each = Math.ceilDiv(counted.pairs(), slices);
    boolean large = each * counted.bytesEach() > MemoryBudget.shared().most();
    if (each > Integer.MAX_VALUE - 8 || (large && slices == sides.slices())) {
      throw new MantaException(
          ErrorCode.USER,
          String.format(
              Locale.ROOT,
              "a part of the join by \"%s\" makes %,d rows, and one of %s slices of them is more"
                  + " than the budget holds: very many rows of both sides have the same value;"
                  + " filter or group one side before, or set -D%s=BYTES",
              sides.key(),
              counted.pairs(),
              slices,
              MemoryBudget.PROPERTY));
    }
    return each;
  }

  private Batch slice(PartitionJoin run, Counted counted, long from, long to) {
    List<Batch> found = new ArrayList<>();
    try {
      long at = 0;
      for (Segment segment : counted.segments()) {
        long first = Math.max(from - at, 0);
        long end = Math.min(to - at, segment.pairs());
        if (first < end) {
          found.add(pairs(run, counted, segment, first, end));
        }
        at += segment.pairs();
      }
      if (found.isEmpty()) {
        found.add(run.block(0).joined(run.group(0), 0, 0));
      }
      return found.size() == 1
          ? found.getFirst().retain()
          : BatchConcat.of(found, new BatchMemory());
    } finally {
      found.forEach(Batch::close);
    }
  }

  private static Batch pairs(
      PartitionJoin run, Counted counted, Segment segment, long from, long to) {
    Batch left = run.group(segment.group());
    return segment.block() == Segment.NONE
        ? run.block(0).unmatched(left, counted.matched().get(segment.group()), from, to)
        : run.block(segment.block()).joined(left, from, to);
  }
}
