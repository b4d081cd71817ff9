package dev.manta.torch.internal;

import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.GeneratorOptional;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.TensorOptional;

/// Arguments that are not there, made once for the life of the process.
public final class Absent {
  static {
    Natives.load();
  }

  public static final TensorOptional TENSOR = Lifetime.keep(new TensorOptional());
  public static final DoubleOptional DOUBLE = Lifetime.keep(new DoubleOptional());
  public static final LongOptional LONG = Lifetime.keep(new LongOptional());
  public static final ScalarTypeOptional TYPE = Lifetime.keep(new ScalarTypeOptional());
  public static final GeneratorOptional GENERATOR = Lifetime.keep(new GeneratorOptional());

  private Absent() {}
}
