package dev.manta.tensorflow.internal.session;

import dev.manta.train.Copied;

/// The graph for inference, so that every checkpoint can be loaded to answer. It is made by the
/// function in every attempt: nothing is restored.
///
/// @param bytes the same on every rank, as replicas are compared
record LiveGraph(byte[] bytes) implements Copied {
  @Override
  public byte[] save() {
    return bytes;
  }

  @Override
  public void load(byte[] saved) {}

  @Override
  public String ending() {
    return ".pb";
  }
}
