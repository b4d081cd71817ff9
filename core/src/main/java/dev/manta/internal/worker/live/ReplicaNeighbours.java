package dev.manta.internal.worker.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// Which rank keeps a copy of which rank's shards: the next one on another node, where there is
/// another node; else the next one.
///
/// @param keepers the keeper of each rank
record ReplicaNeighbours(List<Integer> keepers) {
  ReplicaNeighbours {
    keepers = List.copyOf(keepers);
  }

  /// @param nodes the node of each rank
  static ReplicaNeighbours of(List<Long> nodes) {
    List<Integer> ring = ring(nodes);
    List<Integer> keepers = new ArrayList<>(nodes.stream().map(_ -> 0).toList());
    for (int place = 0; place < ring.size(); place++) {
      keepers.set(ring.get(place), keeper(ring, place, nodes));
    }
    return new ReplicaNeighbours(keepers);
  }

  /// The first rank of every node, then the second of each, and so on: so that ranks that follow
  /// each other are on different nodes as far as that is possible.
  private static List<Integer> ring(List<Long> nodes) {
    return IntStream.range(0, nodes.size())
        .boxed()
        .sorted(Comparator.comparingLong(rank -> before(rank, nodes)))
        .toList();
  }

  private static long before(int rank, List<Long> nodes) {
    return nodes.subList(0, rank).stream().filter(nodes.get(rank)::equals).count();
  }

  private static int keeper(List<Integer> ring, int place, List<Long> nodes) {
    int size = ring.size();
    long home = nodes.get(ring.get(place));
    return IntStream.range(1, size)
        .mapToObj(further -> ring.get((place + further) % size))
        .filter(rank -> nodes.get(rank) != home)
        .findFirst()
        .orElse(ring.get((place + 1) % size));
  }

  /// Who keeps a copy of a rank's shards; the rank itself where it is alone.
  int keeperOf(int rank) {
    return keepers.get(rank);
  }

  /// The ranks whose shards a rank has: its own, and those that it keeps copies of.
  List<Integer> keptBy(int rank) {
    return IntStream.range(0, keepers.size())
        .filter(each -> each == rank || keepers.get(each) == rank)
        .boxed()
        .toList();
  }

  /// All ranks in the order in which they hand their copies over: every other one first, so that
  /// copies travel side by side.
  List<Integer> order() {
    return IntStream.range(0, keepers.size())
        .boxed()
        .sorted(Comparator.comparingInt(rank -> rank % 2))
        .toList();
  }
}
