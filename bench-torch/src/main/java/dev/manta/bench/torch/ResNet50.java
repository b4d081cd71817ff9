package dev.manta.bench.torch;

import static org.bytedeco.pytorch.global.torch.relu;

import dev.manta.torch.nn.AdaptiveAvgPool2d;
import dev.manta.torch.nn.BatchNorm2d;
import dev.manta.torch.nn.Conv2d;
import dev.manta.torch.nn.Identity;
import dev.manta.torch.nn.Kernel;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.MaxPool2d;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.Sequential;
import org.bytedeco.pytorch.Tensor;

/// ResNet-50: 25.6 million parameters, images of 224 × 224 points, 1000 classes.
final class ResNet50 extends Module {
  private final Conv2d conv1 = add("conv1", conv(3, 64, Kernel.of(7).stride(2).padding(3)));
  private final BatchNorm2d bn1 = add("bn1", new BatchNorm2d(64));
  private final MaxPool2d pool = new MaxPool2d(Kernel.of(3).stride(2).padding(1));
  private final Sequential layer1 = add("layer1", stage(64, 64, 3, 1));
  private final Sequential layer2 = add("layer2", stage(256, 128, 4, 2));
  private final Sequential layer3 = add("layer3", stage(512, 256, 6, 2));
  private final Sequential layer4 = add("layer4", stage(1024, 512, 3, 2));
  private final AdaptiveAvgPool2d average = new AdaptiveAvgPool2d(1, 1);
  private final Linear fc = add("fc", new Linear(2048, 1000));

  @Override
  public Tensor forward(Tensor images) {
    Tensor x = pool.forward(relu(bn1.forward(conv1.forward(images))));
    x = layer4.forward(layer3.forward(layer2.forward(layer1.forward(x))));
    return fc.forward(average.forward(x).flatten(1, 3));
  }

  private static Sequential stage(long in, long width, int blocks, long stride) {
    Module[] steps = new Module[blocks];
    steps[0] = new Bottleneck(in, width, stride);
    for (int i = 1; i < blocks; i++) {
      steps[i] = new Bottleneck(Bottleneck.WIDER * width, width, 1);
    }
    return new Sequential(steps);
  }

  private static Conv2d conv(long in, long out, Kernel kernel) {
    return new Conv2d(in, out, kernel, false);
  }

  /// Three convolutions, the middle one in fewer channels, and the way around them.
  private static final class Bottleneck extends Module {
    static final long WIDER = 4;

    private final Conv2d conv1;
    private final BatchNorm2d bn1;
    private final Conv2d conv2;
    private final BatchNorm2d bn2;
    private final Conv2d conv3;
    private final BatchNorm2d bn3;
    private final Module downsample;

    Bottleneck(long in, long width, long stride) {
      long out = WIDER * width;
      conv1 = add("conv1", conv(in, width, Kernel.of(1)));
      bn1 = add("bn1", new BatchNorm2d(width));
      conv2 = add("conv2", conv(width, width, Kernel.of(3).stride(stride).padding(1)));
      bn2 = add("bn2", new BatchNorm2d(width));
      conv3 = add("conv3", conv(width, out, Kernel.of(1)));
      bn3 = add("bn3", new BatchNorm2d(out));
      downsample = in == out ? new Identity() : add("downsample", shortcut(in, out, stride));
    }

    private static Sequential shortcut(long in, long out, long stride) {
      return new Sequential(conv(in, out, Kernel.of(1).stride(stride)), new BatchNorm2d(out));
    }

    @Override
    public Tensor forward(Tensor x) {
      Tensor y = relu(bn1.forward(conv1.forward(x)));
      y = relu(bn2.forward(conv2.forward(y)));
      return relu(bn3.forward(conv3.forward(y)).add(downsample.forward(x)));
    }
  }
}
