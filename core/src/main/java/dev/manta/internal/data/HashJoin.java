package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.JoinKind;
import dev.manta.data.Schema;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Joins two batches by a column; nulls join nothing.
final class HashJoin {
  private final Batch left;
  private final Batch right;
  private final String key;
  private final JoinKind kind;

  /// The first row of the right side with a value, and for each row the next one with the same.
  private final Map<Object, Integer> firsts = new HashMap<>();

  private final int[] next;

  private HashJoin(Batch left, Batch right, String key, JoinKind kind) {
    this.left = left;
    this.right = right;
    this.key = key;
    this.kind = kind;
    this.next = new int[right.rows()];
  }

  private void find() {
    Column keys = right.column(key);
    for (int i = next.length - 1; i >= 0; i--) {
      Object value = JoinKeys.at(keys, i);
      Integer after = value == null ? null : firsts.put(value, i);
      next[i] = after == null ? Nulls.ROW : after;
    }
  }

  static Batch of(Batch left, Batch right, String key, JoinKind kind) {
    var join = new HashJoin(left, right, key, kind);
    if (left.rows() == 0) {
      return join.joined(new int[0], new int[0]);
    }
    if (right.rows() > 0) {
      join.find();
    }
    return join.joined();
  }

  private int first(@Nullable Object value) {
    return value == null ? Nulls.ROW : firsts.getOrDefault(value, Nulls.ROW);
  }

  private int matches(@Nullable Object value) {
    int count = 0;
    for (int row = first(value); row != Nulls.ROW; row = next[row]) {
      count++;
    }
    return count;
  }

  private Batch joined() {
    int pairs = requireRoom();
    int[] lefts = new int[pairs];
    int[] rights = new int[pairs];
    Column keys = left.column(key);
    int at = 0;
    for (int i = 0; i < left.rows(); i++) {
      int row = first(JoinKeys.at(keys, i));
      if (row == Nulls.ROW && kind == JoinKind.LEFT) {
        lefts[at] = i;
        rights[at++] = Nulls.ROW;
      }
      for (; row != Nulls.ROW; row = next[row]) {
        lefts[at] = i;
        rights[at++] = row;
      }
    }
    return joined(lefts, rights);
  }

  /// How many pairs there are: values that many rows of both sides have make more than fits.
  private int requireRoom() {
    Map<Object, Integer> counts = new HashMap<>();
    Column keys = left.column(key);
    long pairs = 0;
    Object worst = "";
    int most = 0;
    for (int i = 0; i < left.rows(); i++) {
      Object value = JoinKeys.at(keys, i);
      int count = value == null ? 0 : counts.computeIfAbsent(value, this::matches);
      pairs += Math.max(count, kind == JoinKind.LEFT ? 1 : 0);
      if (value != null && count > most) {
        most = count;
        worst = value;
      }
    }
    if (pairs > Integer.MAX_VALUE - 8 || pairs * rowBytes() > Budget.shared().most()) {
      throw tooMany(pairs, worst, most);
    }
    return (int) pairs;
  }

  private long rowBytes() {
    return left.size() / Math.max(left.rows(), 1) + right.size() / Math.max(right.rows(), 1) + 8;
  }

  private MantaException tooMany(long pairs, Object worst, int most) {
    return new MantaException(
        ErrorCode.USER,
        ("a part of the join by \"%s\" makes %,d rows, more than the budget holds: %,d rows of the"
                + " right side have the value \"%s\"; filter or group one side before, or set"
                + " -D%s=BYTES")
            .formatted(key, pairs, most, worst, Budget.PROPERTY));
  }

  private Batch joined(int[] lefts, int[] rights) {
    List<String> others =
        right.schema().names().stream().filter(name -> !name.equals(key)).toList();
    Schema rest = right.schema().select(others);
    List<Column> columns = others.stream().map(right::column).toList();
    try (Batch a = Gather.rows(left, lefts, new Lease());
        Batch bare = right.with(rest, columns);
        Batch b = Nulls.gather(bare, rights)) {
      return Zips.of(a, b);
    }
  }
}
