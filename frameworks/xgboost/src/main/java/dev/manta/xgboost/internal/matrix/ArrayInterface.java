package dev.manta.xgboost.internal.matrix;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Memory as XGBoost is told of it: NumPy's array interface in JSON.
public final class ArrayInterface {
  private ArrayInterface() {}

  /// 32-bit floats, one row after the other.
  public static String floats(MemorySegment memory, long... shape) {
    return text(memory, "<f4", shape);
  }

  static String integers(MemorySegment memory, long... shape) {
    return text(memory, "<u4", shape);
  }

  private static String text(MemorySegment memory, String type, long... shape) {
    return "{\"data\":[%s,true],\"shape\":%s,\"typestr\":\"%s\",\"version\":3}"
        .formatted(memory.address(), Arrays.toString(shape), type);
  }
}
