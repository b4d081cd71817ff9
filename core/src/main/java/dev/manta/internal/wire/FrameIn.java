package dev.manta.internal.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads the fields of one whole frame in order; every length is checked before memory is taken.
final class FrameIn {
  private final byte[] bytes;
  private final int type;
  private final int attempt;
  private final long sequence;
  private int at = Frame.LENGTH_BYTES;

  FrameIn(byte[] frame) {
    bytes = frame;
    requireWhole(frame);
    requireVersion(frame[at++] & 0xff);
    type = bytes[at++] & 0xff;
    attempt = i32();
    sequence = i64();
  }

  int type() {
    return type;
  }

  int attempt() {
    return attempt;
  }

  long sequence() {
    return sequence;
  }

  boolean flag() {
    return bytes[advance(1)] != 0;
  }

  int i32() {
    return intAt(bytes, advance(Integer.BYTES));
  }

  long i64() {
    return ((long) i32() << 32) | (i32() & 0xffffffffL);
  }

  String text() {
    int length = i32();
    int from = advance(length);
    return new String(bytes, from, length, StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    int length = i32();
    int from = advance(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  List<String> texts() {
    int count = count(Integer.BYTES);
    List<String> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(text());
    }
    return List.copyOf(values);
  }

  List<Integer> numbers() {
    int count = count(Integer.BYTES);
    List<Integer> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(i32());
    }
    return List.copyOf(values);
  }

  List<Long> longs() {
    int count = count(Long.BYTES);
    List<Long> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(i64());
    }
    return List.copyOf(values);
  }

  Map<String, String> textsByKey() {
    int count = count(2 * Integer.BYTES);
    Map<String, String> values = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      String key = text();
      values.put(key, text());
    }
    return values;
  }

  /// The message that was read, once nothing is left over.
  <T> T end(T message) {
    if (at != bytes.length) {
      throw broken((bytes.length - at) + " bytes too long");
    }
    return message;
  }

  /// A frame of a type that this side does not take.
  WireException unknown(String side) {
    return new WireException("a frame of type " + type + " is not a message to the " + side);
  }

  static int intAt(byte[] bytes, int at) {
    return (bytes[at] << 24)
        | ((bytes[at + 1] & 0xff) << 16)
        | ((bytes[at + 2] & 0xff) << 8)
        | (bytes[at + 3] & 0xff);
  }

  private int count(int elementBytesMin) {
    int count = i32();
    if (count < 0 || count > (bytes.length - at) / elementBytesMin) {
      throw broken("too short for " + Integer.toUnsignedString(count) + " elements");
    }
    return count;
  }

  private int advance(int count) {
    int from = at;
    if (count < 0 || count > bytes.length - at) {
      throw broken("too short for a field of " + Integer.toUnsignedString(count) + " bytes");
    }
    at += count;
    return from;
  }

  private WireException broken(String how) {
    return new WireException("a frame of type " + type + " is " + how);
  }

  private static void requireWhole(byte[] frame) {
    if (frame.length < Frame.HEADER_BYTES || Frame.size(intAt(frame, 0)) != frame.length) {
      throw new WireException("a frame of " + frame.length + " bytes is cut off");
    }
  }

  private static void requireVersion(int version) {
    if (version != Frame.VERSION) {
      throw new WireException(
          "the other side speaks version "
              + version
              + " of the protocol, this one version "
              + Frame.VERSION
              + "; both must run the same release of Manta");
    }
  }
}
