package dev.manta.torch.optim;

import dev.manta.torch.internal.Devices;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The parameters and gradients of the golden files, by formula.
final class Course {
  private static final long[][] SHAPES = {{3, 4}, {5}, {2, 2, 2}};

  final List<Tensor> parameters = new ArrayList<>();
  private final Device device;

  Course() {
    this(Devices.named("cpu"));
  }

  Course(Device device) {
    this.device = device;
    for (int p = 0; p < SHAPES.length; p++) {
      float[] values = new float[count(p)];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) Math.cos(0.7 * p + 0.37 * i);
      }
      Tensor made = Lifetime.keepTensor(tensor(values, p));
      made.set_requires_grad(true);
      parameters.add(made);
    }
  }

  private static int count(int parameter) {
    long count = 1;
    for (long size : SHAPES[parameter]) {
      count *= size;
    }
    return (int) count;
  }

  /// Makes one step of the optimizer and of the formulas.
  void step(Optimizer optimizer, int step, boolean unused) {
    try (var _ = new PointerScope()) {
      optimizer.zeroGrad();
      for (int p = 0; p < parameters.size(); p++) {
        if (!(unused && p == 1 && step % 3 == 1)) {
          parameters.get(p).mutable_grad().put(gradient(p, step));
        }
      }
      optimizer.step();
    }
  }

  private Tensor tensor(float[] values, int p) {
    return Tensor.create(values).reshape(SHAPES[p]).to(device, ScalarType.Float);
  }

  private Tensor gradient(int p, int step) {
    float[] values = new float[count(p)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (Math.sin(0.3 * p + 0.41 * i + 0.11 * step) * (1 + 0.01 * (step % 7)));
    }
    return tensor(values, p);
  }

  /// All parameters in a row.
  double[] numbers() {
    List<Double> all = new ArrayList<>();
    for (Tensor parameter : parameters) {
      float[] values = new float[(int) parameter.numel()];
      parameter.detach().cpu().contiguous().data_ptr_float().get(values);
      for (float value : values) {
        all.add((double) value);
      }
    }
    return all.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /// Flat memory without other ranks.
  Averaging flat() {
    return new Alone(FlatBlock.adopt(parameters));
  }

  /// A group of one rank.
  private static final class Alone implements Averaging {
    private final List<FlatBlock> blocks;
    private final IdentityHashMap<FlatBlock, Tensor> gradients = new IdentityHashMap<>();
    private boolean complete;

    Alone(List<FlatBlock> blocks) {
      this.blocks = blocks;
      blocks.forEach(block -> gradients.put(block, block.zeros()));
    }

    @Override
    public void average() {
      complete = true;
      for (FlatBlock block : blocks) {
        for (int i = 0; i < block.members().size(); i++) {
          Tensor gradient = block.members().get(i).grad();
          if (gradient.defined()) {
            block.view(gradients(block), i).copy_(gradient);
          } else {
            complete = false;
          }
        }
      }
    }

    @Override
    public boolean isFlat() {
      return complete;
    }

    @Override
    public Tensor gradients(FlatBlock block) {
      return java.util.Objects.requireNonNull(gradients.get(block));
    }

    @Override
    public List<FlatBlock> blocks() {
      return blocks;
    }

    @Override
    public void used() {}
  }
}
