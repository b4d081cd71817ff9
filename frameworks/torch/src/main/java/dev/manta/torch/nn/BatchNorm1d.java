package dev.manta.torch.nn;

/// Batch norm for `[batch, channels]` and `[batch, channels, length]`.
public final class BatchNorm1d extends BatchNorm {
  /// For so many channels.
  public BatchNorm1d(long channels) {
    super(channels);
  }
}
