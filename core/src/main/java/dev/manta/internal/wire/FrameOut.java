package dev.manta.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Writes one frame: the header first, then fields in order.
public final class FrameOut {
  private byte[] bytes;
  private int at = Frame.LENGTH_BYTES;

  /// A frame of that type with space for so many bytes of fields; it grows when they are more.
  FrameOut(int type, int attempt, long sequence, int room) {
    bytes = new byte[Frame.HEADER_BYTES + room];
    bytes[at++] = (byte) Frame.VERSION;
    bytes[at++] = (byte) type;
    i32(attempt);
    i64(sequence);
  }

  FrameOut flag(boolean value) {
    reserve(1);
    bytes[at++] = (byte) (value ? 1 : 0);
    return this;
  }

  FrameOut i32(int value) {
    reserve(Integer.BYTES);
    putInt(at, value);
    at += Integer.BYTES;
    return this;
  }

  FrameOut i64(long value) {
    return i32((int) (value >>> 32)).i32((int) value);
  }

  FrameOut text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /// Text for people: what is too long for them is cut, so that the rest is told in any case.
  FrameOut words(String value) {
    return text(LongText.cut(value, LongText.CHARACTERS_MAX));
  }

  FrameOut bytes(byte[] value) {
    i32(value.length);
    reserve(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
    return this;
  }

  FrameOut texts(List<String> values) {
    i32(values.size());
    values.forEach(this::text);
    return this;
  }

  FrameOut numbers(List<Integer> values) {
    i32(values.size());
    values.forEach(this::i32);
    return this;
  }

  FrameOut longs(List<Long> values) {
    i32(values.size());
    values.forEach(this::i64);
    return this;
  }

  FrameOut texts(Map<String, String> values) {
    i32(values.size());
    values.forEach((key, value) -> text(key).text(value));
    return this;
  }

  /// The whole frame, its length filled in.
  byte[] done() {
    putInt(0, at - Frame.LENGTH_BYTES);
    return at == bytes.length ? bytes : Arrays.copyOf(bytes, at);
  }

  private void putInt(int index, int value) {
    bytes[index] = (byte) (value >>> 24);
    bytes[index + 1] = (byte) (value >>> 16);
    bytes[index + 2] = (byte) (value >>> 8);
    bytes[index + 3] = (byte) value;
  }

  private void reserve(int count) {
    long needed = (long) at + count;
    if (needed > Frame.BYTES_MAX) {
      throw new WireException(
          "a message of "
              + needed
              + " bytes or more is above the limit of "
              + Frame.BYTES_MAX
              + " bytes of a frame; large values belong into a checkpoint");
    }
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Frame.BYTES_MAX, Math.max(needed, 2L * at)));
    }
  }
}
