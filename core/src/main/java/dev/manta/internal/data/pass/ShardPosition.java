package dev.manta.internal.data.pass;

/// Which part of a dataset is this process's: a rank among ranks, and the lanes that all share.
///
/// @param beforeStep called before a batch is handed out, and before a pass is over: what was done
///   with the batches before is complete
public record ShardPosition(
    int rank, int ranks, int lanes, Exchanged exchange, Runnable beforeStep) {
  /// The one that reads everything.
  public static ShardPosition alone() {
    return new ShardPosition(0, 1, 1, mine -> new long[][] {mine}, () -> {});
  }

  /// All ranks' values, by rank; called by all ranks at the same time.
  @FunctionalInterface
  public interface Exchanged {
    long[][] of(long[] mine);
  }
}
