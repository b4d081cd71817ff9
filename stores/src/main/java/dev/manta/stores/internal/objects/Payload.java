package dev.manta.stores.internal.objects;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.CRC32C;

/// The body of a request: the beginning of an array, which nobody may change until it is sent.
record Payload(byte[] bytes, int length) {
  static final Payload NONE = new Payload(new byte[0], 0);

  static Payload of(byte[] bytes) {
    return new Payload(bytes, bytes.length);
  }

  /// Its checksum as headers have it.
  String crc32c() {
    return crc32c(bytes, length);
  }

  static String crc32c(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    byte[] value = ByteBuffer.allocate(4).putInt((int) crc.getValue()).array();
    return Base64.getEncoder().encodeToString(value);
  }
}
