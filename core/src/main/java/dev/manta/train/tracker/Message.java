package dev.manta.train.tracker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A message in the encoding of protocol buffers: numbered fields, one after the other.
final class Message {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int BYTES = 2;
  private static final int FIXED_32 = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Message number(int field, long value) {
    key(field, VARINT);
    varint(value);
    return this;
  }

  Message real(int field, double value) {
    key(field, FIXED_64);
    fixed(Double.doubleToLongBits(value), Double.BYTES);
    return this;
  }

  Message real(int field, float value) {
    key(field, FIXED_32);
    fixed(Float.floatToIntBits(value), Float.BYTES);
    return this;
  }

  Message text(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  Message message(int field, Message value) {
    return bytes(field, value.bytes());
  }

  byte[] bytes() {
    return out.toByteArray();
  }

  /// Many numbers as one field.
  Message reals(int field, List<Double> values) {
    Message packed = new Message();
    values.forEach(value -> packed.fixed(Double.doubleToLongBits(value), Double.BYTES));
    return message(field, packed);
  }

  Message bytes(int field, byte[] value) {
    key(field, BYTES);
    varint(value.length);
    out.writeBytes(value);
    return this;
  }

  private void key(int field, int kind) {
    varint(((long) field << 3) | kind);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private void fixed(long bits, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (bits >>> (8 * i)));
    }
  }
}
