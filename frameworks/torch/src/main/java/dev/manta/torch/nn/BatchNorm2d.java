package dev.manta.torch.nn;

/// Batch norm for images: `[batch, channels, height, width]`.
public final class BatchNorm2d extends BatchNorm {
  /// For so many channels.
  public BatchNorm2d(long channels) {
    super(channels);
  }
}
