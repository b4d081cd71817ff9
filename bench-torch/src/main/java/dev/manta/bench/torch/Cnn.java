package dev.manta.bench.torch;

import static org.bytedeco.pytorch.global.torch.relu;

import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.Tensor;

/// The small network of `ddp_models.py`, for images of 28 × 28 points.
final class Cnn extends Module {
  private final Conv2d conv1 = add("conv1", new Conv2d(1, 32, 3));
  private final Conv2d conv2 = add("conv2", new Conv2d(32, 64, 3));
  private final MaxPool2d pool = new MaxPool2d(2);
  private final Linear fc1 = add("fc1", new Linear(64 * 12 * 12, 128));
  private final Linear fc2 = add("fc2", new Linear(128, 10));

  @Override
  public Tensor forward(Tensor images) {
    Tensor x = relu(conv2.forward(relu(conv1.forward(images))));
    return fc2.forward(relu(fc1.forward(pool.forward(x).flatten(1, 3))));
  }
}
