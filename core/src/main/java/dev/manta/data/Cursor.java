package dev.manta.data;

import java.util.Arrays;

/// Where in a dataset training stands; good at any number of ranks.
///
/// @param epoch which pass, from 0
/// @param position the batches that every rank has taken in this pass
/// @param laneOffsets for each lane the unit, in the upper 32 bits, and the rows of it that are
///   done
/// @param planHash what tells this dataset from others
/// @param done whether the pass was at its end
public record Cursor(int epoch, long position, long[] laneOffsets, long planHash, boolean done) {
  public Cursor {
    laneOffsets = laneOffsets.clone();
  }

  @Override
  public long[] laneOffsets() {
    return laneOffsets.clone();
  }

  /// Before the first row of a pass.
  public static Cursor start(int epoch, int lanes, long planHash) {
    return new Cursor(epoch, 0, new long[lanes], planHash, false);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cursor that
        && epoch == that.epoch
        && position == that.position
        && Arrays.equals(laneOffsets, that.laneOffsets)
        && planHash == that.planHash
        && done == that.done;
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(laneOffsets) * 31 + Long.hashCode(position) + epoch;
  }

  @Override
  public String toString() {
    return "epoch %d, batch %d%s".formatted(epoch, position, done ? ", at its end" : "");
  }
}
