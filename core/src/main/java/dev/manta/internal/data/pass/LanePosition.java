package dev.manta.internal.data.pass;

import dev.manta.internal.data.plan.Lane;

/// How far a lane is read: which of its units are done, and how many rows of the one at hand.
///
/// @param first the first unit that is not done
/// @param done a bit for each of the [#SPAN] units behind it, from the lowest on, that is done
/// @param unit the one that rows are taken from: the first one unless rows of it were taken
public record LanePosition(int first, int done, int unit, int row) {
  /// How far behind the first unit that is not done others may be.
  public static final int SPAN = Integer.SIZE;

  /// Before a unit and row, with all units before done.
  static LanePosition at(long place) {
    return new LanePosition(Lane.unit(place), 0, Lane.unit(place), Lane.row(place));
  }

  /// As [#place] and [#ahead] tell it.
  static LanePosition of(long place, long ahead) {
    return new LanePosition(Lane.unit(ahead), (int) ahead, Lane.unit(place), Lane.row(place));
  }

  long place() {
    return Lane.place(unit, row);
  }

  long ahead() {
    return Lane.place(first, Integer.toUnsignedLong(done));
  }

  boolean isDone(int which) {
    int behind = which - first - 1;
    return which < first || (behind >= 0 && behind < SPAN && ((done >>> behind) & 1) == 1);
  }

  /// Whether it could be told that this unit is done.
  boolean reaches(int which) {
    return which - first <= SPAN;
  }

  /// Which unit is to be read behind another, from [#unit] on: those that are not done, in order.
  int next(int after) {
    int which = after == unit ? first : after + 1;
    while (which == unit || isDone(which)) {
      which++;
    }
    return which;
  }

  /// With these many rows of a unit taken, and more to come.
  LanePosition within(int which, int rows) {
    return new LanePosition(first, done, which, rows);
  }

  /// With all rows of a unit taken.
  LanePosition after(int which) {
    if (which != first) {
      int more = done | (1 << (which - first - 1));
      return new LanePosition(first, more, first, 0);
    }
    int run = Integer.numberOfTrailingZeros(~done);
    int next = first + 1 + run;
    int rest = run + 1 >= SPAN ? 0 : done >>> (run + 1);
    return new LanePosition(next, rest, next, 0);
  }
}
