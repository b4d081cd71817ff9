package dev.manta.bench.torch;

import dev.manta.torch.models.Gpt;
import dev.manta.torch.nn.Module;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.MemoryFormat;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// What is trained on a GPU, as in `gpu_steps.py`: a model, its batch, and how many steps warm up
/// and count.
public enum GpuModel {
  /// GPT-2 small, 124 million parameters: the GPU is busy all the time.
  GPT(30, 100),
  /// ResNet-50, channels last: many convolutions of all shapes.
  RESNET(30, 100),
  /// A GPT of 16 million parameters on small batches: the GPU waits for the host.
  TINY(300, 600);

  final int warm;
  final int count;

  GpuModel(int warm, int count) {
    this.warm = warm;
    this.count = count;
  }

  private Task task() {
    return switch (this) {
      case GPT -> new Language(new Gpt.Shape(50_257, 1024, 768, 12, 12, 0), 16);
      case RESNET -> new Images(128);
      case TINY -> new Language(new Gpt.Shape(12_800, 256, 384, 6, 6, 0), 8);
    };
  }

  Module make() {
    return task().make();
  }

  Tensor inputs(Device device) {
    return task().inputs(device);
  }

  Tensor targets(Device device) {
    return task().targets(device);
  }

  /// A model and its batch.
  private sealed interface Task {
    Module make();

    Tensor inputs(Device device);

    Tensor targets(Device device);
  }

  /// Sequences as long as the context, and the tokens to follow.
  private record Language(Gpt.Shape shape, long rows) implements Task {
    @Override
    public Module make() {
      return new Gpt(shape);
    }

    @Override
    public Tensor inputs(Device device) {
      return tokens(device, shape.vocabulary(), rows, shape.context());
    }

    @Override
    public Tensor targets(Device device) {
      return tokens(device, shape.vocabulary(), rows * shape.context());
    }
  }

  /// Images of a thousand classes.
  private record Images(long rows) implements Task {
    @Override
    public Module make() {
      var model = new ResNet50();
      model.parameters().stream().filter(p -> p.dim() == 4).forEach(Images::channelsLast);
      return model;
    }

    @Override
    public Tensor inputs(Device device) {
      Tensor images = torch.randn(rows, 3, 224, 224).to(device, ScalarType.Float);
      return images.contiguous(MemoryFormat.ChannelsLast);
    }

    @Override
    public Tensor targets(Device device) {
      return tokens(device, 1000, rows);
    }

    private static void channelsLast(Tensor parameter) {
      parameter.set_data(parameter.detach().contiguous(MemoryFormat.ChannelsLast));
    }
  }

  private static Tensor tokens(Device device, long below, long... shape) {
    return torch.randint(below, shape).to(device, ScalarType.Long);
  }
}
