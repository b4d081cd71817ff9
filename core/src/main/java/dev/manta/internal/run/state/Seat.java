package dev.manta.internal.run.state;

import dev.manta.cluster.WorkerSpec;
import java.util.List;

/// Where a rank sits.
///
/// @param device `cpu`, or `cuda:` and the numbers of its devices, with commas between; one of no
///   numbers sees none, while `cpu` sees what its node has
/// @param threads how many threads it may use without fighting the others for cores
public record Seat(
    int rank, String node, int nodeRank, int localRank, int localSize, String device, int threads) {
  /// Where a process waits that has no rank yet: only its node counts.
  static Seat withoutRank(String node) {
    return new Seat(WorkerSpec.NO_RANK, node, 0, 0, 0, "cpu", 1);
  }

  /// The same place with another device.
  public Seat on(String other) {
    return new Seat(rank, node, nodeRank, localRank, localSize, other, threads);
  }

  /// The same place with another number of threads.
  public Seat with(int others) {
    return new Seat(rank, node, nodeRank, localRank, localSize, device, others);
  }

  /// The same place where these are all that is left, as the next rank after those.
  public Seat among(List<Seat> left, List<Seat> before) {
    int here = (int) left.stream().filter(seat -> seat.node().equals(node)).count();
    int local = (int) before.stream().filter(seat -> seat.node().equals(node)).count();
    return new Seat(before.size(), node, nodeRank, local, here, device, threads);
  }
}
