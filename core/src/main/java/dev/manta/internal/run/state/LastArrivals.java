package dev.manta.internal.run.state;

import java.util.ArrayList;
import java.util.List;

/// How often each rank was the last to come into a collective: whoever is so most of the time holds
/// the others up.
///
/// @param attempt the attempt that `now` is of
/// @param before the counts of earlier attempts, by rank
/// @param now the counts of that attempt so far, by rank
/// @param written how many there were when a control record last told of them
public record LastArrivals(int attempt, List<Long> before, List<Long> now, long written) {
  static final LastArrivals NONE = new LastArrivals(0, List.of(), List.of(), 0);

  private static final long WORTH_WRITING = 100;

  public LastArrivals {
    before = List.copyOf(before);
    now = List.copyOf(now);
  }

  /// The same once more is known of an attempt.
  public LastArrivals heard(int of, List<Long> counts) {
    return of == attempt
        ? new LastArrivals(of, before, counts, written)
        : new LastArrivals(of, all(), counts, written);
  }

  public LastArrivals write() {
    return new LastArrivals(attempt, before, now, total());
  }

  /// Whether there are so many more that a record should tell of them: a long run writes few.
  public boolean worthWriting() {
    return total() >= Math.max(WORTH_WRITING, 2 * written);
  }

  /// How often ranks have met in collectives, over all attempts.
  public long total() {
    return all().stream().mapToLong(Long::longValue).sum();
  }

  private List<Long> all() {
    List<Long> sums = new ArrayList<>();
    for (int rank = 0; rank < Math.max(before.size(), now.size()); rank++) {
      sums.add(at(before, rank) + at(now, rank));
    }
    return sums;
  }

  private static long at(List<Long> counts, int rank) {
    return rank < counts.size() ? counts.get(rank) : 0;
  }

  /// The part of all collectives that each rank was the last to come into, by rank, from 0 to 1;
  /// empty where there were none.
  public List<Double> shares() {
    long total = total();
    return total == 0 ? List.of() : all().stream().map(count -> (double) count / total).toList();
  }
}
