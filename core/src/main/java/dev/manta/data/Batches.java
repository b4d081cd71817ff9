package dev.manta.data;

/// One pass over a dataset. Iterate it once, to its end; close it when leaving early, so that
/// nothing is read ahead any more. One that is forgotten ends when the garbage collector finds it.
public interface Batches<T> extends Iterable<T>, AutoCloseable {
  /// What was read so far, and how many bad records were passed over.
  DataStats stats();

  @Override
  void close();
}
