package dev.manta.formats.tfrecord;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/// How records lie in a file: length, its checksum, bytes, their checksum.
final class Framing {
  static final int HEAD = 12;
  static final int TAIL = 4;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MASK = 0xa282ead8;

  private Framing() {}

  static byte[] framed(byte[] record) {
    ByteBuffer out =
        ByteBuffer.allocate(HEAD + record.length + TAIL).order(ByteOrder.LITTLE_ENDIAN);
    out.putLong(record.length);
    out.putInt(checksum(out.array(), 0, Long.BYTES));
    out.put(record);
    out.putInt(checksum(record, 0, record.length));
    return out.array();
  }

  /// The length of the record with this head, where the file has so many bytes from it on.
  static long length(byte[] head, long rest) {
    if (head.length < HEAD || rest < HEAD + TAIL) {
      throw new IllegalArgumentException("the file ends within a record");
    }
    long length = (long) LONGS.get(head, 0);
    if ((int) INTS.get(head, Long.BYTES) != checksum(head, 0, Long.BYTES)) {
      throw new IllegalArgumentException("the checksum of a record's length is wrong");
    }
    if (length < 0 || length > rest - HEAD - TAIL) {
      throw new IllegalArgumentException("a record of " + length + " bytes is cut off");
    }
    return length;
  }

  static void requireIntact(byte[] file, int from, int length) {
    if ((int) INTS.get(file, from + length) != checksum(file, from, length)) {
      throw new IllegalArgumentException("the checksum of a record is wrong");
    }
  }

  private static int checksum(byte[] bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes, from, length);
    return Integer.rotateRight((int) crc.getValue(), 15) + MASK;
  }
}
