package dev.manta.torch.internal.ddp;

import dev.manta.collective.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Yes or no per parameter, as numbers 1 and 0 of the gradients' type: the mean over ranks is above
/// 0 when any rank says yes.
final class Marks {
  private static final long ONE_F64 = Double.doubleToRawLongBits(1);
  private static final int ONE_F32 = Float.floatToRawIntBits(1);
  private static final short ONE_F16 = Float.floatToFloat16(1);
  private static final short ONE_BF16 = (short) (ONE_F32 >>> 16);

  private final MemorySegment memory;
  private final ElementType type;

  Marks(MemorySegment memory, ElementType type, int count) {
    this.memory = memory.asSlice(0, (long) count * type.bytes());
    this.type = type;
  }

  void set(int index, boolean yes) {
    switch (type) {
      case F32 -> memory.setAtIndex(ValueLayout.JAVA_INT, index, yes ? ONE_F32 : 0);
      case F64 -> memory.setAtIndex(ValueLayout.JAVA_LONG, index, yes ? ONE_F64 : 0);
      case F16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, index, yes ? ONE_F16 : 0);
      case BF16 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, index, yes ? ONE_BF16 : 0);
      case I32, I64, I8 -> throw new IllegalStateException("gradients are floating-point numbers");
    }
  }

  boolean get(int index) {
    return switch (type) {
      case F32 -> memory.getAtIndex(ValueLayout.JAVA_INT, index) != 0;
      case F64 -> memory.getAtIndex(ValueLayout.JAVA_LONG, index) != 0;
      case F16, BF16 -> memory.getAtIndex(ValueLayout.JAVA_SHORT, index) != 0;
      case I32, I64, I8 -> throw new IllegalStateException("gradients are floating-point numbers");
    };
  }
}
