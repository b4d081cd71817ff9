package dev.manta.internal.data.pass;

import dev.manta.internal.data.plan.Lane;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/// The rows of a step that all ranks take together off all lanes, where these cannot be dealt to
/// ranks evenly: rank after rank has an even part of them, and some lanes are read by two.
///
/// @param before how many rows each lane has left before it
/// @param after and behind it: as even as can be
record SharedStep(long[] before, long[] after) {
  /// The next step of up to so many rows.
  static SharedStep of(long[] left, long rows) {
    long all = LongStream.of(left).sum();
    return new SharedStep(left, lowered(left, Math.min(rows, all)));
  }

  /// What is left of each lane at a cursor.
  static long[] left(List<Lane> lanes, long[] places) {
    long[] left = new long[places.length];
    for (int i = 0; i < left.length; i++) {
      left[i] = lanes.get(i).rows() - lanes.get(i).rowsBefore(places[i]);
    }
    return left;
  }

  /// Whether lanes are as even as they are at the beginning, and behind each step from there on.
  static boolean isEven(long[] left) {
    long all = LongStream.of(left).sum();
    return Arrays.equals(left, dealt(all, left.length));
  }

  private static long[] dealt(long rows, int lanes) {
    long[] dealt = new long[lanes];
    for (int i = 0; i < lanes; i++) {
      dealt[i] = rows * (i + 1) / lanes - rows * i / lanes;
    }
    return dealt;
  }

  long rows() {
    return LongStream.of(before).sum() - LongStream.of(after).sum();
  }

  long taken(int lane) {
    return before[lane] - after[lane];
  }

  /// The first row of a rank, among those of the step; that of the rank after is its end.
  long first(int rank, int ranks) {
    return rows() * rank / ranks;
  }

  /// Rows come off the fullest lanes, down to a level that these then have, give or take one.
  private static long[] lowered(long[] left, long rows) {
    long level = level(left, rows);
    int full = (int) LongStream.of(left).filter(each -> each >= level).count();
    long kept = full * level - (rows - above(left, level));
    long[] dealt = dealt(kept, full);
    long[] lowered = left.clone();
    int next = 0;
    for (int i = 0; i < left.length; i++) {
      lowered[i] = left[i] >= level ? dealt[next++] : left[i];
    }
    return lowered;
  }

  /// The lowest level above which there are no more than these rows.
  private static long level(long[] left, long rows) {
    long low = 0;
    long high = LongStream.of(left).max().orElse(0);
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (above(left, middle) <= rows) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static long above(long[] left, long level) {
    long above = 0;
    for (long each : left) {
      above += Math.max(0, each - level);
    }
    return above;
  }
}
