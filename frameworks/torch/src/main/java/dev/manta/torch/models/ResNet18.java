package dev.manta.torch.models;

import static org.bytedeco.pytorch.global.torch.relu;

import dev.manta.torch.nn.AdaptiveAvgPool2d;
import dev.manta.torch.nn.BatchNorm2d;
import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Identity;
import dev.manta.torch.nn.Init;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.Sequential;
import org.bytedeco.pytorch.Tensor;

/// ResNet-18 with torchvision's names.
public final class ResNet18 extends Module {
  private final Module conv1;
  private final BatchNorm2d bn1;
  private final Module pool;
  private final Sequential layer1;
  private final Sequential layer2;
  private final Sequential layer3;
  private final Sequential layer4;
  private final AdaptiveAvgPool2d average = new AdaptiveAvgPool2d(1, 1);
  private final Linear fc;

  private ResNet18(Conv2d first, Module pool, long width, long classes) {
    conv1 = add("conv1", first);
    bn1 = add("bn1", new BatchNorm2d(width));
    this.pool = pool;
    layer1 = add("layer1", stage(width, width, 1));
    layer2 = add("layer2", stage(width, 2 * width, 2));
    layer3 = add("layer3", stage(2 * width, 4 * width, 2));
    layer4 = add("layer4", stage(4 * width, 8 * width, 2));
    fc = add("fc", new Linear(8 * width, classes));
    redraw(this);
  }

  /// For images of about 224 × 224 points, as torchvision builds it.
  public static ResNet18 of(long channels, long classes) {
    var first = conv(channels, 64, Kernel.of(7).stride(2).padding(3));
    return new ResNet18(first, new MaxPool2d(Kernel.of(3).stride(2).padding(1)), 64, classes);
  }

  /// For small images such as MNIST's or CIFAR's: the first layers keep the size.
  public static ResNet18 small(long channels, long classes) {
    return small(channels, classes, 64);
  }

  /// For small images, with another number of channels after the first layer than 64.
  public static ResNet18 small(long channels, long classes, long width) {
    return new ResNet18(
        conv(channels, width, Kernel.of(3).padding(1)), new Identity(), width, classes);
  }

  @Override
  public Tensor forward(Tensor images) {
    Tensor x = pool.forward(relu(bn1.forward(conv1.forward(images))));
    x = layer4.forward(layer3.forward(layer2.forward(layer1.forward(x))));
    return fc.forward(average.forward(x).flatten(1, 3));
  }

  private static Sequential stage(long in, long out, long stride) {
    return new Sequential(new Block(in, out, stride), new Block(out, out, 1));
  }

  private static Conv2d conv(long in, long out, Kernel kernel) {
    return new Conv2d(in, out, kernel, false);
  }

  /// torchvision draws all convolutions again once the network is built.
  private static void redraw(Module module) {
    if (module instanceof Conv2d conv) {
      Init.set(conv.weight(), Init.kaimingNormal(conv.weight().shape()));
    }
    module.children().values().forEach(ResNet18::redraw);
  }

  /// Two convolutions and the way around them.
  private static final class Block extends Module {
    private final Conv2d conv1;
    private final BatchNorm2d bn1;
    private final Conv2d conv2;
    private final BatchNorm2d bn2;
    private final Module downsample;

    Block(long in, long out, long stride) {
      conv1 = add("conv1", conv(in, out, Kernel.of(3).stride(stride).padding(1)));
      bn1 = add("bn1", new BatchNorm2d(out));
      conv2 = add("conv2", conv(out, out, Kernel.of(3).padding(1)));
      bn2 = add("bn2", new BatchNorm2d(out));
      downsample =
          stride == 1 && in == out
              ? new Identity()
              : add(
                  "downsample",
                  new Sequential(conv(in, out, Kernel.of(1).stride(stride)), new BatchNorm2d(out)));
    }

    @Override
    public Tensor forward(Tensor x) {
      Tensor y = relu(bn1.forward(conv1.forward(x)));
      return relu(bn2.forward(conv2.forward(y)).add(downsample.forward(x)));
    }
  }
}
