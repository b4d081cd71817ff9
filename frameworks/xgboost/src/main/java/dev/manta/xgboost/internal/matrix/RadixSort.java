package dev.manta.xgboost.internal.matrix;

import java.util.Arrays;

/// A radix sort of floats, by the digits of their bits: three passes without a comparison, several
/// times faster than sorting by comparison.
final class RadixSort {
  private static final int DIGIT = 11;
  private static final int DIGITS = 1 << DIGIT;

  private final int[] ends = new int[DIGITS];
  private int[] keys;
  private int size;

  /// @param most how many there may be at a time
  RadixSort(int most) {
    keys = new int[most];
  }

  /// Drops what there is.
  void clear() {
    size = 0;
  }

  /// Adds some values of an array, every `step`-th from a place on; NaN is left out.
  void add(float[] values, int from, int step, int count) {
    int to = size;
    for (int i = 0, at = from; i < count; i++, at += step) {
      float value = values[at];
      if (!Float.isNaN(value)) {
        keys[to++] = key(value);
      }
    }
    size = to;
  }

  /// A whole number that is larger, without its sign, where the float is. Zero has one sign.
  private static int key(float value) {
    int bits = Float.floatToRawIntBits(value + 0.0f);
    return bits ^ (bits >> 31 | Integer.MIN_VALUE);
  }

  /// Sorts what was added.
  ///
  /// @param spare as many numbers of no meaning
  /// @return what there is of those now
  int[] sort(int[] spare) {
    int[] free = spare;
    for (int shift = 0; shift < Integer.SIZE; shift += DIGIT) {
      if (count(shift)) {
        move(shift, free);
        int[] sorted = free;
        free = keys;
        keys = sorted;
      }
    }
    return free;
  }

  /// Whether there are two digits at least.
  private boolean count(int shift) {
    Arrays.fill(ends, 0);
    for (int i = 0; i < size; i++) {
      ends[keys[i] >>> shift & DIGITS - 1]++;
    }
    return size > 0 && ends[keys[0] >>> shift & DIGITS - 1] < size;
  }

  private void move(int shift, int[] to) {
    int begin = 0;
    for (int digit = 0; digit < DIGITS; digit++) {
      int count = ends[digit];
      ends[digit] = begin;
      begin += count;
    }
    for (int i = 0; i < size; i++) {
      to[ends[keys[i] >>> shift & DIGITS - 1]++] = keys[i];
    }
  }

  int size() {
    return size;
  }

  /// The value at a place, once they are sorted.
  float value(int place) {
    int key = keys[place];
    return Float.intBitsToFloat(key < 0 ? key ^ Integer.MIN_VALUE : ~key);
  }

  /// The place behind the last value that equals the one at a place.
  int endOfEqual(int place) {
    int end = place + 1;
    while (end < size && keys[end] == keys[place]) {
      end++;
    }
    return end;
  }
}
