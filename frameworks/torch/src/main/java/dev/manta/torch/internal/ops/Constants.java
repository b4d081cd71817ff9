package dev.manta.torch.internal.ops;

import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import org.bytedeco.pytorch.IValue;

/// Arguments that never change.
public final class Constants {
  static {
    Natives.load();
  }

  public static final IValue NONE = Lifetime.keep(new IValue());

  private static final IValue TRUE = Lifetime.keep(new IValue(true));
  private static final IValue FALSE = Lifetime.keep(new IValue(false));

  private Constants() {}

  public static IValue of(boolean flag) {
    return flag ? TRUE : FALSE;
  }
}
