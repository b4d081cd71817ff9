package dev.manta.torch.nn;

import dev.manta.torch.internal.Longs;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// A convolution that enlarges images: the transpose of [Conv2d].
public final class ConvTranspose2d extends Convolution {
  private final Longs outputPadding;

  /// From so many channels to so many, with a bias.
  public ConvTranspose2d(long in, long out, Kernel kernel) {
    this(in, out, kernel, 0, true);
  }

  /// With all options.
  ///
  /// @param outputPadding what is added on one side of the output, where several sizes would be
  ///   possible
  public ConvTranspose2d(long in, long out, Kernel kernel, long outputPadding, boolean withBias) {
    super(
        kernel, 2, out, withBias, kernel.weightShape(in, inEachGroup(out, in, kernel.groups()), 2));
    this.outputPadding = Longs.of(outputPadding, outputPadding);
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.conv_transpose2d(
        x, weight, bias, stride.ref(), padding.ref(), outputPadding.ref(), groups, dilation.ref());
  }
}
