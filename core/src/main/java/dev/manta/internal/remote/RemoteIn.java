package dev.manta.internal.remote;

import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.WireException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Reads the fields of one message in order; every length is checked before memory is taken.
final class RemoteIn {
  private final byte[] bytes;
  private final int end;
  private final int kind;
  private int at;

  /// The message that lies in a part of some bytes.
  RemoteIn(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.kind = bytes[advance(1)] & 0xff;
  }

  int kind() {
    return kind;
  }

  boolean flag() {
    return bytes[advance(1)] != 0;
  }

  int number() {
    int from = advance(Integer.BYTES);
    return (bytes[from] << 24)
        | ((bytes[from + 1] & 0xff) << 16)
        | ((bytes[from + 2] & 0xff) << 8)
        | (bytes[from + 3] & 0xff);
  }

  long big() {
    return ((long) number() << 32) | (number() & 0xffffffffL);
  }

  String text() {
    int length = number();
    int from = advance(length);
    return new String(bytes, from, length, StandardCharsets.UTF_8);
  }

  byte[] bytes() {
    int length = number();
    int from = advance(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  List<String> texts() {
    int count = count(Integer.BYTES);
    List<String> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(text());
    }
    return values;
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

  WorkerSpec spec() {
    return new WorkerSpec(text(), text(), number(), number());
  }

  /// How many elements follow, each of which has so many bytes at least.
  int count(int bytesLeast) {
    int count = number();
    if (count < 0 || count > (end - at) / bytesLeast) {
      throw broken("too short for " + Integer.toUnsignedString(count) + " elements");
    }
    return count;
  }

  /// The message that was read, once nothing is left over.
  <T> T end(T message) {
    if (at != end) {
      throw broken((end - at) + " bytes too long");
    }
    return message;
  }

  WireException unknown(String side) {
    return new WireException("a message of kind " + kind + " is none to a " + side);
  }

  private int advance(int count) {
    int from = at;
    if (count < 0 || count > end - at) {
      throw broken("too short for a field of " + Integer.toUnsignedString(count) + " bytes");
    }
    at += count;
    return from;
  }

  private WireException broken(String how) {
    return new WireException("a message of kind " + kind + " is " + how);
  }
}
