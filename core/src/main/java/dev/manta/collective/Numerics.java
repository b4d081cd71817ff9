package dev.manta.collective;

/// What may change the bits of a result and is therefore frozen when a run starts: threads per
/// worker, the instruction sets allowed (empty: all), and the number of logical lanes.
public record Numerics(int threads, String instructions, int lanes) {
  public Numerics {
    if (threads < 1) {
      throw new IllegalArgumentException("threads per worker " + threads + " is below 1");
    }
    if (lanes < 1 || Integer.bitCount(lanes) != 1) {
      throw new IllegalArgumentException("lanes " + lanes + " is not a power of two");
    }
  }

  /// One thread per worker, every instruction set, and enough lanes for this many workers.
  public static Numerics forWorkers(int workersMax) {
    int lanes = workersMax <= 1 ? 1 : Integer.highestOneBit(workersMax - 1) << 1;
    return new Numerics(1, "", lanes);
  }
}
