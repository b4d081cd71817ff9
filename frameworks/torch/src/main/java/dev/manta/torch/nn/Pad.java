package dev.manta.torch.nn;

import dev.manta.torch.internal.Absent;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Longs;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Adds values around its input. Amounts are pairs, from the last dimension on: left, right, top,
/// bottom.
public final class Pad extends Module {
  private final String mode;
  private final BytePointer nativeMode;
  private final Longs amounts;
  private final DoubleOptional value;

  private Pad(String mode, DoubleOptional value, long... amounts) {
    if (amounts.length == 0 || amounts.length % 2 != 0) {
      throw new IllegalArgumentException(
          "amounts of padding come in pairs (left, right, top, bottom), not " + amounts.length);
    }
    this.mode = mode;
    this.nativeMode = Lifetime.keep(new BytePointer(mode));
    this.value = value;
    this.amounts = Longs.of(amounts);
  }

  /// Adds 0.
  public static Pad zero(long... amounts) {
    return constant(0, amounts);
  }

  /// Adds this value.
  public static Pad constant(double value, long... amounts) {
    return new Pad("constant", Lifetime.keep(new DoubleOptional(value)), amounts);
  }

  /// Mirrors the input at its edge.
  public static Pad reflect(long... amounts) {
    return new Pad("reflect", Absent.DOUBLE, amounts);
  }

  /// Repeats the edge.
  public static Pad replicate(long... amounts) {
    return new Pad("replicate", Absent.DOUBLE, amounts);
  }

  /// Pads with the values of the opposite end.
  public static Pad circular(long... amounts) {
    return new Pad("circular", Absent.DOUBLE, amounts);
  }

  @Override
  public Tensor forward(Tensor x) {
    return torch.pad(x, amounts.ref(), nativeMode, value);
  }

  @Override
  String details() {
    return mode + " " + amounts;
  }
}
