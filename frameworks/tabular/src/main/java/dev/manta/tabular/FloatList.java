package dev.manta.tabular;

import java.util.Arrays;

/// Floats that come one after the other.
final class FloatList {
  private float[] values = new float[1 << 10];
  private int size;

  void add(float value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.addExact(size, Math.max(size / 2, 1)));
    }
    values[size++] = value;
  }

  int size() {
    return size;
  }

  float[] toArray() {
    return Arrays.copyOf(values, size);
  }

  float[] toArray(int[] order) {
    float[] ordered = new float[order.length];
    for (int i = 0; i < order.length; i++) {
      ordered[i] = values[order[i]];
    }
    return ordered;
  }
}
