package dev.manta.it.peers.training;

import dev.manta.it.peers.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Ranks hold the same bits.
final class Replicas {
  private Replicas() {}

  static List<Difference> differences(Setup setup, Path out) throws IOException {
    List<Difference> all = new ArrayList<>();
    String first = Files.readString(out.resolve("rank-0"));
    for (int rank = 1; rank < setup.count("workers"); rank++) {
      if (!Files.readString(out.resolve("rank-" + rank)).equals(first)) {
        all.add(new Difference(setup.toString(), "rank " + rank, "other bits", "those of rank 0"));
      }
    }
    return all;
  }
}
