package dev.manta.torch.io;

import dev.manta.train.Part;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Which rank writes which parts: about the same number of bytes each, and the same answer on every
/// rank.
final class Shares {
  private Shares() {}

  static List<Part> of(List<Part> parts, int rank, int ranks) {
    long[] bytes = new long[ranks];
    List<Part> mine = new ArrayList<>();
    for (Part part : largestFirst(parts)) {
      int least = least(bytes);
      bytes[least] += Math.max(part.memory().byteSize(), 1);
      if (least == rank) {
        mine.add(part);
      }
    }
    return mine;
  }

  private static List<Part> largestFirst(List<Part> parts) {
    return parts.stream()
        .sorted(Comparator.comparingLong((Part part) -> -part.memory().byteSize()))
        .toList();
  }

  private static int least(long[] bytes) {
    int least = 0;
    for (int i = 1; i < bytes.length; i++) {
      least = bytes[i] < bytes[least] ? i : least;
    }
    return least;
  }
}
