package dev.manta.formats.parquet;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Numbers in bytes, the lowest byte first.
final class Little {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Little() {}

  static int i32(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static long u32(byte[] bytes, int at) {
    return Integer.toUnsignedLong(i32(bytes, at));
  }

  static long i64(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }
}
