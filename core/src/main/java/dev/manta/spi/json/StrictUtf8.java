package dev.manta.spi.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Strict decoding: bytes that are not UTF-8 are refused, never replaced.
final class StrictUtf8 {
  private StrictUtf8() {}

  static String decode(byte[] bytes, int offset, int length) {
    String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
    // The replacement character is either in the input or the sign of a malformed byte: only then
    // look closer.
    return text.indexOf('\uFFFD') < 0 ? text : decodeStrictly(bytes, offset, length);
  }

  private static String decodeStrictly(byte[] bytes, int offset, int length) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, offset, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw new JsonException("not JSON: the bytes are not UTF-8 (" + e.getMessage() + ")", e);
    }
  }
}
