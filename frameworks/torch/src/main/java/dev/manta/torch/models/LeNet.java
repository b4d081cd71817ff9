package dev.manta.torch.models;

import static org.bytedeco.pytorch.global.torch.relu;

import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.Tensor;

/// A small convolutional network for images of 28 × 28 points, after LeNet-5.
public final class LeNet extends Module {
  private final Conv2d conv1 = add("conv1", new Conv2d(1, 6, Kernel.of(5).padding(2)));
  private final Conv2d conv2 = add("conv2", new Conv2d(6, 16, 5));
  private final MaxPool2d pool = new MaxPool2d(2);
  private final Linear fc1 = add("fc1", new Linear(16 * 5 * 5, 120));
  private final Linear fc2 = add("fc2", new Linear(120, 84));
  private final Linear fc3;

  /// For so many classes.
  public LeNet(long classes) {
    fc3 = add("fc3", new Linear(84, classes));
  }

  @Override
  public Tensor forward(Tensor images) {
    Tensor x = pool.forward(relu(conv1.forward(images)));
    x = pool.forward(relu(conv2.forward(x)));
    x = relu(fc1.forward(x.flatten(1, 3)));
    return fc3.forward(relu(fc2.forward(x)));
  }
}
