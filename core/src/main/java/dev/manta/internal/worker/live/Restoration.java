package dev.manta.internal.worker.live;

import dev.manta.train.Live;

/// Where live state is restored from when it is registered.
public interface Restoration extends AutoCloseable {
  /// Gives a state what it had; false when it should be there and is not.
  boolean restore(String name, Live state);

  /// The same for a shard, which is this rank's own.
  boolean restoreShard(String name, Live shard);

  /// How many ranks made it; 0 where nobody knows.
  int size();

  /// Whether what is restored is in storage too.
  boolean stored();

  @Override
  void close();
}
