package dev.manta.it.peers;

import java.nio.file.Path;
import java.util.SplittableRandom;

/// One round of a suite.
///
/// @param seed what its cases are made from
/// @param cases how many there are
/// @param directory for files of both sides; empty, and deleted after the round
/// @param python the other side
public record Round(long seed, int cases, Path directory, Python python) {
  /// Random numbers for one of the cases: the same ones, however many cases there are.
  public SplittableRandom random(int index) {
    return new SplittableRandom(seed * 1_000_003 + index);
  }
}
