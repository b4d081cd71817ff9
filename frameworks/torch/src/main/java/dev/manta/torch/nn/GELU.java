package dev.manta.torch.nn;

import dev.manta.torch.internal.Lifetime;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// `x Φ(x)`: exactly, or by the tanh approximation that GPT-2 uses.
public final class GELU extends Module {
  private static final BytePointer NONE = Lifetime.keep(new BytePointer("none"));
  private static final BytePointer TANH = Lifetime.keep(new BytePointer("tanh"));

  private final BytePointer approximation;

  /// Computed exactly.
  public GELU() {
    this(NONE);
  }

  private GELU(BytePointer approximation) {
    this.approximation = approximation;
  }

  /// By the approximation that GPT-2 uses.
  public static GELU tanh() {
    return new GELU(TANH);
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.gelu(x, approximation);
  }
}
