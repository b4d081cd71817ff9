package dev.manta.internal.data.rows;

import dev.manta.data.Column;
import dev.manta.data.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Rows by the value of a column: those with the same one hang together, in order. It is made of
/// numbers alone, a few for each row; nulls are not in it.
final class KeyTable {
  private static final int SPREAD = 0x85EBCA6B;

  private final Column keys;
  private final boolean whole;
  private final int[] heads;

  /// For the first row with a value: the first row with the next value of the same head, the last
  /// row with this value, and how many there are.
  private final int[] others;

  private final int[] last;
  private final int[] counts;
  private final int[] next;

  KeyTable(Column keys) {
    this.keys = keys;
    this.whole = keys.type() == Type.Scalar.I64 || keys.type() == Type.Scalar.I32;
    int rows = keys.rows();
    this.heads = empty(Math.max(Integer.highestOneBit(rows), 1) * 2);
    this.others = empty(rows);
    this.last = new int[rows];
    this.counts = new int[rows];
    this.next = empty(rows);
    for (int i = 0; i < rows; i++) {
      Object key = JoinKeys.at(keys, i);
      if (key != null) {
        add(i, key);
      }
    }
  }

  private static int[] empty(int size) {
    int[] rows = new int[size];
    Arrays.fill(rows, NullRows.ROW);
    return rows;
  }

  private int head(Object key) {
    int hash = key.hashCode();
    hash = (hash ^ (hash >>> 16)) * SPREAD;
    return (hash ^ (hash >>> 13)) & (heads.length - 1);
  }

  private void add(int row, Object key) {
    int first = first(key);
    if (first == NullRows.ROW) {
      int head = head(key);
      others[row] = heads[head];
      heads[head] = row;
      first = row;
    } else {
      next[last[first]] = row;
    }
    last[first] = row;
    counts[first]++;
  }

  /// The first row with a value.
  int first(@Nullable Object key) {
    if (key == null) {
      return NullRows.ROW;
    }
    int row = heads[head(key)];
    while (row != NullRows.ROW && !isAt(key, row)) {
      row = others[row];
    }
    return row;
  }

  /// Whether a row that is in the table has a value.
  private boolean isAt(Object key, int row) {
    return (whole && key instanceof Long number)
        ? keys.wholeAt(row) == number
        : key.equals(JoinKeys.at(keys, row));
  }

  /// The row behind one with the same value.
  int next(int row) {
    return next[row];
  }

  /// How many rows have the value of a first row.
  int count(int first) {
    return first == NullRows.ROW ? 0 : counts[first];
  }
}
