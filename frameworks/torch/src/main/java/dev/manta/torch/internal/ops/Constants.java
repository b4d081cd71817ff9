package dev.manta.torch.internal.ops;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;

/// Arguments that never change.
public final class Constants {
  static {
    Natives.load();
  }

  /// No tensor: what a gradient is before backward.
  public static final Tensor UNDEFINED = Lifetime.keep(new Tensor());

  public static final IValue NONE = Lifetime.keep(new IValue());

  private static final IValue TRUE = Lifetime.keep(new IValue(true));
  private static final IValue FALSE = Lifetime.keep(new IValue(false));

  private Constants() {}

  public static IValue of(boolean flag) {
    return flag ? TRUE : FALSE;
  }
}
