package dev.manta.formats.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/// Writes Thrift's compact protocol. Fields of a struct are given in the order of their numbers.
final class ThriftOut {
  private static final int I8 = 3;
  private static final int I32 = 5;
  private static final int I64 = 6;
  private static final int BINARY = 8;
  private static final int LIST = 9;
  private static final int STRUCT = 12;

  private final ByteArrayOutputStream bytes;
  private int last;

  private ThriftOut(ByteArrayOutputStream bytes) {
    this.bytes = bytes;
  }

  /// The bytes of a struct.
  static byte[] struct(Consumer<ThriftOut> fields) {
    var bytes = new ByteArrayOutputStream();
    fields.accept(new ThriftOut(bytes));
    bytes.write(0);
    return bytes.toByteArray();
  }

  private void head(int field, int type) {
    bytes.write((field - last) << 4 | type);
    last = field;
  }

  ThriftOut i8(int field, int value) {
    head(field, I8);
    bytes.write(value);
    return this;
  }

  ThriftOut i32(int field, int value) {
    head(field, I32);
    zigzag(value);
    return this;
  }

  ThriftOut i64(int field, long value) {
    head(field, I64);
    zigzag(value);
    return this;
  }

  ThriftOut truth(int field, boolean value) {
    head(field, value ? 1 : 2);
    return this;
  }

  ThriftOut text(int field, String value) {
    return binary(field, value.getBytes(StandardCharsets.UTF_8));
  }

  ThriftOut binary(int field, byte[] value) {
    head(field, BINARY);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  ThriftOut struct(int field, Consumer<ThriftOut> fields) {
    head(field, STRUCT);
    bytes.writeBytes(struct(fields));
    return this;
  }

  ThriftOut structs(int field, List<byte[]> each) {
    listHead(field, each.size(), STRUCT);
    each.forEach(bytes::writeBytes);
    return this;
  }

  ThriftOut numbers(int field, int... each) {
    listHead(field, each.length, I32);
    for (int value : each) {
      zigzag(value);
    }
    return this;
  }

  ThriftOut texts(int field, List<String> each) {
    listHead(field, each.size(), BINARY);
    for (String value : each) {
      byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
      varint(utf8.length);
      bytes.writeBytes(utf8);
    }
    return this;
  }

  private void listHead(int field, int size, int type) {
    head(field, LIST);
    if (size < 15) {
      bytes.write(size << 4 | type);
    } else {
      bytes.write(0xf0 | type);
      varint(size);
    }
  }

  private void zigzag(long value) {
    varint(value << 1 ^ value >> 63);
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~127L) != 0) {
      bytes.write((int) ((rest & 127) | 128));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
