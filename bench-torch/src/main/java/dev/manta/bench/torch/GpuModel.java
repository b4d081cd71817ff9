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
  GPT(30, 100) {
    @Override
    Module make() {
      return new Gpt(new Gpt.Shape(50_257, 1024, 768, 12, 12, 0));
    }

    @Override
    Tensor inputs(Device device) {
      return tokens(device, 50_257, 16, 1024);
    }

    @Override
    Tensor targets(Device device) {
      return tokens(device, 50_257, 16 * 1024);
    }
  },
  /// ResNet-50, channels last: many convolutions of all shapes.
  RESNET(30, 100) {
    @Override
    Module make() {
      var model = new ResNet50();
      model.parameters().stream().filter(p -> p.dim() == 4).forEach(GpuModel::channelsLast);
      return model;
    }

    @Override
    Tensor inputs(Device device) {
      Tensor images = torch.randn(128, 3, 224, 224).to(device, ScalarType.Float);
      return images.contiguous(MemoryFormat.ChannelsLast);
    }

    @Override
    Tensor targets(Device device) {
      return tokens(device, 1000, 128);
    }
  },
  /// A GPT of 16 million parameters on small batches: the GPU waits for the host.
  TINY(300, 600) {
    @Override
    Module make() {
      return new Gpt(new Gpt.Shape(12_800, 256, 384, 6, 6, 0));
    }

    @Override
    Tensor inputs(Device device) {
      return tokens(device, 12_800, 8, 256);
    }

    @Override
    Tensor targets(Device device) {
      return tokens(device, 12_800, 8 * 256);
    }
  };

  final int warm;
  final int count;

  GpuModel(int warm, int count) {
    this.warm = warm;
    this.count = count;
  }

  abstract Module make();

  abstract Tensor inputs(Device device);

  abstract Tensor targets(Device device);

  private static Tensor tokens(Device device, long below, long... shape) {
    return torch.randint(below, shape).to(device, ScalarType.Long);
  }

  private static void channelsLast(Tensor parameter) {
    parameter.set_data(parameter.detach().contiguous(MemoryFormat.ChannelsLast));
  }
}
