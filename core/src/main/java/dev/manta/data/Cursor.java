package dev.manta.data;

import java.util.Arrays;
import java.util.List;

/// Where in a dataset training stands; good at any number of ranks.
///
/// @param epoch which pass, from 0
/// @param position the batches that every rank has taken in this pass
/// @param laneOffsets for each lane the unit, in the upper 32 bits, and the rows of it that are
///   done
/// @param ahead for each lane the first unit that is not done, in the upper 32 bits, and a bit for
///   each of the 32 units behind it that is; empty where units are done in order
/// @param planHash what tells this dataset from others
/// @param done whether the pass was at its end
public record Cursor(
    int epoch, long position, long[] laneOffsets, List<Long> ahead, long planHash, boolean done) {
  public Cursor {
    laneOffsets = laneOffsets.clone();
    ahead = List.copyOf(ahead);
    if (!ahead.isEmpty() && ahead.size() != laneOffsets.length) {
      throw new IllegalArgumentException(
          "a position of %s lanes does not fit to one of %s"
              .formatted(laneOffsets.length, ahead.size()));
    }
  }

  @Override
  public long[] laneOffsets() {
    return laneOffsets.clone();
  }

  /// Before the first row of a pass.
  public static Cursor start(int epoch, int lanes, long planHash) {
    return inOrder(epoch, 0, new long[lanes], planHash);
  }

  /// Within a pass whose units are done in order.
  public static Cursor inOrder(int epoch, long position, long[] laneOffsets, long planHash) {
    return new Cursor(epoch, position, laneOffsets, List.of(), planHash, false);
  }

  /// The same place as the end of the pass.
  public Cursor atEnd() {
    return new Cursor(epoch, position, laneOffsets, ahead, planHash, true);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cursor that
        && epoch == that.epoch
        && position == that.position
        && Arrays.equals(laneOffsets, that.laneOffsets)
        && ahead.equals(that.ahead)
        && planHash == that.planHash
        && done == that.done;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(laneOffsets) * 31 + Long.hashCode(position) + epoch;
  }

  @Override
  public String toString() {
    return "epoch %s, batch %s%s".formatted(epoch, position, done ? ", at its end" : "");
  }
}
