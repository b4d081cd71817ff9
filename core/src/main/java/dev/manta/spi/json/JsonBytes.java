package dev.manta.spi.json;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A growing buffer of UTF-8 text that JSON is written to; reusable after `clear`.
public final class JsonBytes {
  private static final String HEX = "0123456789abcdef";
  private static final int LONG_DIGITS_MAX = 20;

  private byte[] buffer;
  private int length;

  /// An empty one that grows.
  public JsonBytes() {
    this(256);
  }

  /// An empty one with space for so many bytes.
  public JsonBytes(int capacity) {
    buffer = new byte[capacity];
  }

  /// How many bytes were written.
  public int length() {
    return length;
  }

  /// The bytes behind this buffer, valid up to `length()` and until the next write.
  public byte[] array() {
    return buffer;
  }

  /// A copy of what was written.
  public byte[] toByteArray() {
    return Arrays.copyOf(buffer, length);
  }

  /// Forgets what was written and keeps the space.
  public void clear() {
    length = 0;
  }

  /// Writes a character of ASCII as it is.
  public JsonBytes raw(char ascii) {
    reserve(1);
    buffer[length++] = (byte) ascii;
    return this;
  }

  /// Writes some bytes as they are.
  public JsonBytes raw(byte[] bytes, int offset, int count) {
    reserve(count);
    System.arraycopy(bytes, offset, buffer, length, count);
    length += count;
    return this;
  }

  /// Text without quotes or escapes; every character must be ASCII.
  public JsonBytes ascii(String text) {
    int count = text.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      buffer[length + i] = (byte) text.charAt(i);
    }
    length += count;
    return this;
  }

  /// `"name":`
  public JsonBytes key(String name) {
    return string(name).raw(':');
  }

  /// Writes a whole number.
  public JsonBytes number(long value) {
    if (value == Long.MIN_VALUE) {
      return ascii("-9223372036854775808");
    }
    reserve(LONG_DIGITS_MAX);
    long rest = Math.abs(value);
    int end = length + digits(rest) + (value < 0 ? 1 : 0);
    int at = end;
    do {
      buffer[--at] = (byte) ('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (value < 0) {
      buffer[--at] = '-';
    }
    length = end;
    return this;
  }

  /// The shortest text that reads back as the same double; what JSON cannot write becomes a string.
  public JsonBytes number(double value) {
    String text = Double.toString(value);
    return Double.isFinite(value) ? ascii(text) : raw('"').ascii(text).raw('"');
  }

  /// A quoted and escaped string.
  public JsonBytes string(String text) {
    reserve(text.length() + 2);
    buffer[length++] = '"';
    int plain = copyPlain(text);
    if (plain < text.length()) {
      escapeFrom(text, plain);
    }
    return raw('"');
  }

  private int copyPlain(String text) {
    int count = text.length();
    int i = 0;
    for (; i < count; i++) {
      char c = text.charAt(i);
      if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\') {
        break;
      }
      buffer[length + i] = (byte) c;
    }
    length += i;
    return i;
  }

  private void escapeFrom(String text, int start) {
    for (int i = start; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        escaped(c);
      } else if (!Character.isSurrogate(c)) {
        utf8(c);
      } else if (isPair(text, i)) {
        utf8(text.codePointAt(i++));
      } else {
        unicode(c);
      }
    }
  }

  private static boolean isPair(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  private void escaped(char c) {
    switch (c) {
      case '"' -> ascii("\\\"");
      case '\\' -> ascii("\\\\");
      case '\n' -> ascii("\\n");
      case '\r' -> ascii("\\r");
      case '\t' -> ascii("\\t");
      default -> {
        if (c < 0x20 || c == 0x7f) {
          unicode(c);
        } else {
          raw(c);
        }
      }
    }
  }

  private void unicode(char c) {
    ascii("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      raw(HEX.charAt((c >> shift) & 0xf));
    }
  }

  private void utf8(int codePoint) {
    byte[] bytes = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
    raw(bytes, 0, bytes.length);
  }

  private static int digits(long value) {
    int count = 1;
    for (long rest = value; rest >= 10; rest /= 10) {
      count++;
    }
    return count;
  }

  private void reserve(int count) {
    if (buffer.length - length < count) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + count));
    }
  }

  @Override
  public String toString() {
    return new String(buffer, 0, length, StandardCharsets.UTF_8);
  }
}
