package dev.manta.bench.torch;

import static org.bytedeco.pytorch.global.torch.relu;

import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.Tensor;

/// Two convolutions and a linear layer, for images of 8 by 8 points.
final class DigitsNet extends Module {
  private static final int POOLED = 4 * 4;
  private static final int DIGITS = 10;

  private final Conv2d conv1;
  private final Conv2d conv2;
  private final MaxPool2d pool = new MaxPool2d(2);
  private final Dropout dropout;
  private final Linear fc;

  /// @param channels how many the first convolution has; the second has twice as many
  /// @param dropped the share of what is dropped before the linear layer
  DigitsNet(int channels, double dropped) {
    conv1 = add("conv1", new Conv2d(1, channels, Kernel.of(3).padding(1)));
    conv2 = add("conv2", new Conv2d(channels, 2L * channels, Kernel.of(3).padding(1)));
    dropout = add("dropout", new Dropout(dropped));
    fc = add("fc", new Linear(2L * channels * POOLED, DIGITS));
  }

  @Override
  public Tensor forward(Tensor images) {
    Tensor x = relu(conv2.forward(relu(conv1.forward(images))));
    return fc.forward(dropout.forward(pool.forward(x).flatten(1, 3)));
  }
}
