package dev.manta.internal.data.rows;

/// Sorts pairs of a key and a row number; equal keys keep their order.
final class KeySort {
  private static final int SMALL = 16;

  private KeySort() {}

  /// The first `count` pairs, by their keys.
  static void sort(long[] keys, int[] rows, int count) {
    if (!isSorted(keys, count)) {
      sort(keys, rows, new long[count], new int[count], 0, count);
    }
  }

  private static boolean isSorted(long[] keys, int count) {
    for (int i = 1; i < count; i++) {
      if (keys[i - 1] > keys[i]) {
        return false;
      }
    }
    return true;
  }

  private static void sort(
      long[] keys, int[] rows, long[] otherKeys, int[] otherRows, int from, int to) {
    if (to - from <= SMALL) {
      insert(keys, rows, from, to);
      return;
    }
    int middle = (from + to) >>> 1;
    sort(keys, rows, otherKeys, otherRows, from, middle);
    sort(keys, rows, otherKeys, otherRows, middle, to);
    if (keys[middle - 1] > keys[middle]) {
      System.arraycopy(keys, from, otherKeys, from, middle - from);
      System.arraycopy(rows, from, otherRows, from, middle - from);
      merge(keys, rows, otherKeys, otherRows, new int[] {from, middle, to});
    }
  }

  private static void insert(long[] keys, int[] rows, int from, int to) {
    for (int i = from + 1; i < to; i++) {
      long key = keys[i];
      int row = rows[i];
      int at = i;
      for (; at > from && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1];
        rows[at] = rows[at - 1];
      }
      keys[at] = key;
      rows[at] = row;
    }
  }

  /// The left half lies in the other arrays, the right one where it was.
  private static void merge(long[] keys, int[] rows, long[] leftKeys, int[] leftRows, int[] cut) {
    int left = cut[0];
    int right = cut[1];
    for (int at = cut[0]; left < cut[1]; at++) {
      if (right < cut[2] && keys[right] < leftKeys[left]) {
        keys[at] = keys[right];
        rows[at] = rows[right++];
      } else {
        keys[at] = leftKeys[left];
        rows[at] = leftRows[left++];
      }
    }
  }
}
