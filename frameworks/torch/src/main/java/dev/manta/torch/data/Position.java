package dev.manta.torch.data;

/// A place in an epoch.
///
/// A stream is read in as many shards as there were ranks when its epoch began: as long as there
/// are as many, each reads its own. From the first change on all read all shards, one after the
/// other as those ranks would have read them, and each takes its part.
///
/// @param samples how many samples all ranks have seen
/// @param shards how many ranks there were when the epoch began
/// @param apart how many of the samples were seen while each of those read its own shard
public record Position(long samples, int shards, long apart) {
  /// The beginning of an epoch.
  public static Position beginning(int ranks) {
    return new Position(0, ranks, 0);
  }

  /// Whether so many ranks continue each with a shard of its own.
  public boolean isApart(int ranks) {
    return ranks == shards && apart == samples;
  }

  /// So many ranks have seen so many samples more.
  public Position plus(long more, int ranks) {
    return new Position(samples + more, shards, isApart(ranks) ? apart + more : apart);
  }
}
