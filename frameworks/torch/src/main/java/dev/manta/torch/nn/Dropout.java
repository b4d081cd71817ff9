package dev.manta.torch.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Sets some of the values to 0 in training and scales up the rest; does nothing in evaluation.
public final class Dropout extends Module {
  private final double share;

  /// Drops this share of the values.
  public Dropout(double share) {
    if (share < 0 || share > 1) {
      throw new IllegalArgumentException("the share to drop is between 0 and 1, not " + share);
    }
    this.share = share;
  }

  @Override
  public Tensor forward(Tensor x) {
    return isTraining() && share > 0 ? torch.dropout(x, share, true) : x;
  }

  @Override
  String details() {
    return Double.toString(share);
  }
}
