package dev.manta.torch.internal.ops;

import dev.manta.torch.internal.Lifetime;
import org.bytedeco.pytorch.IValue;
import org.jspecify.annotations.Nullable;

/// A number as an argument of operators, made again only when it changes.
public final class NumberArgument {
  private double last;
  private @Nullable IValue value;

  public IValue of(double number) {
    IValue known = value;
    if (known == null || Double.doubleToLongBits(number) != Double.doubleToLongBits(last)) {
      known = Lifetime.keep(new IValue(number));
      value = known;
      last = number;
    }
    return known;
  }
}
