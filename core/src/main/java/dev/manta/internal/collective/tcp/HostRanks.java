package dev.manta.internal.collective.tcp;

import java.util.ArrayList;
import java.util.List;

/// Which ranks sit on which host; the ranks of a host follow each other.
record HostRanks(List<Range> hosts, int mine) {
  /// The ranks of one host.
  record Range(int first, int count) {
    boolean holds(int rank) {
      return rank >= first && rank < first + count;
    }
  }

  /// The hosts of ranks, given each rank's host in rank order, or nothing where the ranks of a host
  /// do not follow each other.
  static List<Range> ranges(List<String> names) {
    List<Range> ranges = new ArrayList<>();
    for (int rank = 0; rank < names.size(); ) {
      int end = rank;
      while (end < names.size() && names.get(end).equals(names.get(rank))) {
        end++;
      }
      ranges.add(new Range(rank, end - rank));
      rank = end;
    }
    return ranges.size() == names.stream().distinct().count() ? ranges : List.of();
  }

  /// The hosts as seen by a rank.
  static HostRanks of(List<Range> ranges, int me) {
    int mine = 0;
    while (!ranges.get(mine).holds(me)) {
      mine++;
    }
    return new HostRanks(List.copyOf(ranges), mine);
  }

  Range here() {
    return hosts.get(mine);
  }

  int size() {
    return hosts.size();
  }

  /// How many ranks of every host carry a slice between hosts.
  int carriers() {
    return hosts.stream().mapToInt(Range::count).min().orElseThrow();
  }

  /// The chain over all hosts of the carriers with this place on their host.
  ChainPlace course(int place) {
    int left = mine == 0 ? -1 : hosts.get(mine - 1).first() + place;
    int right = mine + 1 == hosts.size() ? -1 : hosts.get(mine + 1).first() + place;
    return new ChainPlace(left, right);
  }

  /// The host of a rank.
  Range of(int rank) {
    return hosts.stream().filter(range -> range.holds(rank)).findFirst().orElseThrow();
  }
}
