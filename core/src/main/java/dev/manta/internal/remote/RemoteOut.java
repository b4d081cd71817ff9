package dev.manta.internal.remote;

import dev.manta.cluster.WorkerSpec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes one message: its kind, then its fields in order. Numbers are big-endian; a text is its
/// length in bytes and UTF-8; a list is its count and its elements.
final class RemoteOut {
  private static final int ROOM = 64;

  private byte[] bytes;
  private int at;

  RemoteOut(int kind) {
    this(kind, ROOM);
  }

  RemoteOut(int kind, int room) {
    bytes = new byte[ROOM + room];
    bytes[at++] = (byte) kind;
  }

  RemoteOut flag(boolean value) {
    reserve(1);
    bytes[at++] = (byte) (value ? 1 : 0);
    return this;
  }

  RemoteOut number(int value) {
    reserve(Integer.BYTES);
    put(value);
    return this;
  }

  private void put(int value) {
    bytes[at++] = (byte) (value >>> 24);
    bytes[at++] = (byte) (value >>> 16);
    bytes[at++] = (byte) (value >>> 8);
    bytes[at++] = (byte) value;
  }

  RemoteOut big(long value) {
    return number((int) (value >>> 32)).number((int) value);
  }

  RemoteOut text(String value) {
    return bytes(value.getBytes(StandardCharsets.UTF_8));
  }

  RemoteOut bytes(byte[] value) {
    number(value.length);
    reserve(value.length);
    System.arraycopy(value, 0, bytes, at, value.length);
    at += value.length;
    return this;
  }

  RemoteOut texts(List<String> values) {
    number(values.size());
    values.forEach(this::text);
    return this;
  }

  RemoteOut texts(Map<String, String> values) {
    number(values.size());
    new TreeMap<>(values).forEach((key, value) -> text(key).text(value));
    return this;
  }

  RemoteOut spec(WorkerSpec spec) {
    return text(spec.worker()).text(spec.node()).number(spec.attempt()).number(spec.rank());
  }

  byte[] done() {
    return Arrays.copyOf(bytes, at);
  }

  private void reserve(int count) {
    if (at + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(at + count, 2 * bytes.length));
    }
  }
}
