package dev.manta.data;

/// One pass over a dataset. Iterate it once, to its end; close it when leaving early, so that
/// nothing is read ahead any more.
public interface Batches<T> extends Iterable<T>, AutoCloseable {
  @Override
  void close();
}
