package dev.manta.internal.data.pass;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// In step by asking each other: nobody knows how many rows are left, as some are filtered out.
///
/// Ranks tell how many batches they have ready, and where their lanes stand behind each; as many
/// steps as all can make are then made without asking again.
final class NegotiatedPace implements Pace {
  private final ShardPosition.Exchanged exchanged;
  private final Supplier<BatchPrefetcher.Outlook> mine;
  private final boolean dropLast;
  private final Ranks ranks;
  private final Deque<long[]> granted = new ArrayDeque<>();
  private long[] places;

  /// Who takes part, and how many batches each tells of at most.
  ///
  /// @param width how many numbers say where a lane stands
  record Ranks(int count, int lanes, int width, int ahead) {
    /// The first number of a rank's lanes.
    int first(int rank) {
      return LaneShares.firstLane(rank, count, lanes) * width;
    }

    int numbersOf(int rank) {
      return first(rank + 1) - first(rank);
    }

    int size() {
      return 2 + ahead * width * Math.ceilDiv(lanes, count);
    }
  }

  NegotiatedPace(
      ShardPosition.Exchanged exchanged,
      Supplier<BatchPrefetcher.Outlook> mine,
      Ranks ranks,
      long[] places,
      boolean dropLast) {
    this.exchanged = exchanged;
    this.mine = mine;
    this.ranks = ranks;
    this.places = places.clone();
    this.dropLast = dropLast;
  }

  @Override
  public boolean more() {
    if (granted.isEmpty()) {
      agree();
    }
    return !granted.isEmpty();
  }

  @Override
  public long[] advance() {
    places = granted.removeFirst();
    return places;
  }

  private void agree() {
    long[][] all = exchanged.of(message(mine.get()));
    int steps = steps(all);
    long[] at = places;
    for (int step = 0; step < steps; step++) {
      at = after(at, all, step);
      granted.addLast(at);
    }
  }

  private long[] message(BatchPrefetcher.Outlook outlook) {
    long[] message = new long[ranks.size()];
    List<long[]> ready = outlook.places();
    int count = Math.min(ready.size(), ranks.ahead());
    message[0] = count;
    message[1] = outlook.ended() && count == ready.size() ? 1 : 0;
    int at = 2;
    for (long[] each : ready.subList(0, count)) {
      System.arraycopy(each, 0, message, at, each.length);
      at += each.length;
    }
    return message;
  }

  /// What all can do; those at their end only keep in step, unless incomplete batches are dropped.
  private int steps(long[][] all) {
    long least = Long.MAX_VALUE;
    long most = 0;
    for (long[] each : all) {
      boolean counts = each[1] == 0 || dropLast;
      least = counts ? Math.min(least, each[0]) : least;
      most = Math.max(most, each[0]);
    }
    return (int) Math.min(least, most);
  }

  private long[] after(long[] before, long[][] all, int step) {
    long[] next = before.clone();
    for (int rank = 0; rank < all.length; rank++) {
      int numbers = ranks.numbersOf(rank);
      if (step < all[rank][0]) {
        System.arraycopy(all[rank], 2 + step * numbers, next, ranks.first(rank), numbers);
      }
    }
    return next;
  }
}
