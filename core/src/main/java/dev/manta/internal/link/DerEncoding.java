package dev.manta.internal.link;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/// The few pieces of DER that a certificate needs.
final class DerEncoding {
  private DerEncoding() {}

  static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  static byte[] set(byte[]... parts) {
    return tagged(0x31, parts);
  }

  static byte[] integer(BigInteger value) {
    return tagged(0x02, value.toByteArray());
  }

  /// An object identifier, given in its encoded form.
  static byte[] identifier(int... encoded) {
    byte[] bytes = new byte[encoded.length];
    for (int i = 0; i < encoded.length; i++) {
      bytes[i] = (byte) encoded[i];
    }
    return tagged(0x06, bytes);
  }

  static byte[] text(String text) {
    return tagged(0x0c, text.getBytes(StandardCharsets.UTF_8));
  }

  /// A moment as `yyMMddHHmmssZ`.
  static byte[] time(String time) {
    return tagged(0x17, time.getBytes(StandardCharsets.US_ASCII));
  }

  static byte[] bits(byte[] bytes) {
    return tagged(0x03, new byte[1], bytes);
  }

  private static byte[] tagged(int tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(tag);
    length(out, content.size());
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static void length(ByteArrayOutputStream out, int length) {
    if (length < 0x80) {
      out.write(length);
      return;
    }
    byte[] bytes = BigInteger.valueOf(length).toByteArray();
    int skip = bytes[0] == 0 ? 1 : 0;
    out.write(0x80 | (bytes.length - skip));
    out.write(bytes, skip, bytes.length - skip);
  }
}
