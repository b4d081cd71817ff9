package dev.manta.formats.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Writes levels as runs, with their length before them.
final class LevelsOut {
  private final ByteArrayOutputStream runs = new ByteArrayOutputStream();
  private int value = -1;
  private int length;

  void add(int level) {
    add(level, 1);
  }

  private void add(int level, int count) {
    if (level != value) {
      end();
      value = level;
    }
    length += count;
  }

  private void end() {
    if (length > 0) {
      int head = length << 1;
      while (head > 127) {
        runs.write((head & 127) | 128);
        head >>>= 7;
      }
      runs.write(head);
      runs.write(value);
      length = 0;
    }
  }

  byte[] bytes() {
    end();
    byte[] all = runs.toByteArray();
    return ByteBuffer.allocate(Integer.BYTES + all.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(all.length)
        .put(all)
        .array();
  }
}
