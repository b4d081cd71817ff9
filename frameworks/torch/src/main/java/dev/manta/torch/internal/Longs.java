package dev.manta.torch.internal;

import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.LongArrayRef;

/// Whole numbers as an argument of operators: in native memory once, instead of copied at every
/// call.
public final class Longs {
  private final LongPointer memory;
  private final LongArrayRef ref;

  private Longs(LongPointer memory, int length) {
    this.memory = memory;
    this.ref = Lifetime.keep(new LongArrayRef(memory, length));
  }

  public static Longs of(long... values) {
    Natives.load();
    return new Longs(Lifetime.keep(new LongPointer(values)), values.length);
  }

  /// Valid as long as this object is held.
  public LongArrayRef ref() {
    return ref;
  }

  @Override
  public String toString() {
    long[] values = new long[(int) ref.size()];
    memory.get(values);
    return java.util.Arrays.toString(values);
  }
}
