package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Schema;
import dev.manta.internal.data.memory.BatchMemory;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Pairs rows of the left side with some of the right side by a column; nulls pair with nothing.
/// Pairs are numbered, by left row and then by right row.
public final class HashJoin implements AutoCloseable {
  private final Batch right;
  private final String key;
  private final boolean keepsAll;
  private final @Nullable KeyTable table;
  private @Nullable Batch looked;
  private int[] firsts = {};

  /// @param right is closed with this
  /// @param keepsAll whether left rows without a match make a pair with nulls
  public HashJoin(Batch right, String key, boolean keepsAll) {
    this.right = right;
    this.key = key;
    this.keepsAll = keepsAll;
    this.table = right.rows() == 0 ? null : new KeyTable(right.column(key));
  }

  /// For each left row the first right row that it matches; those of the last batch are known.
  private int[] firsts(Batch left) {
    if (left != looked) {
      looked = left;
      firsts = new int[left.rows()];
      Arrays.fill(firsts, NullRows.ROW);
      for (int i = 0; table != null && i < firsts.length; i++) {
        firsts[i] = table.first(JoinKeys.at(left.column(key), i));
      }
    }
    return firsts;
  }

  private int pairs(int first) {
    int count = table == null ? 0 : table.count(first);
    return keepsAll ? Math.max(count, 1) : count;
  }

  /// How many pairs there are; notes which left rows have a match.
  public long pairs(Batch left, BitSet matched) {
    long pairs = 0;
    int[] firsts = firsts(left);
    for (int i = 0; i < firsts.length; i++) {
      pairs += pairs(firsts[i]);
      if (firsts[i] != NullRows.ROW) {
        matched.set(i);
      }
    }
    return pairs;
  }

  /// The pairs from one number to another.
  public Batch joined(Batch left, long from, long to) {
    var chosen = new Chosen(from, to);
    int[] firsts = firsts(left);
    for (int i = 0; i < firsts.length && !chosen.isFull(); i++) {
      if (!chosen.passes(pairs(firsts[i]))) {
        addAll(i, firsts[i], chosen);
      }
    }
    return joined(left, chosen.lefts, chosen.rights);
  }

  private void addAll(int left, int first, Chosen to) {
    if (first == NullRows.ROW && keepsAll) {
      to.add(left, NullRows.ROW);
    }
    for (int row = first; table != null && row != NullRows.ROW; row = table.next(row)) {
      to.add(left, row);
    }
  }

  /// Left rows that have no match anywhere, from one number of them to another.
  public Batch unmatched(Batch left, BitSet matched, long from, long to) {
    var chosen = new Chosen(from, to);
    for (int i = 0; i < left.rows() && !chosen.isFull(); i++) {
      if (!matched.get(i)) {
        chosen.add(i, NullRows.ROW);
      }
    }
    return joined(left, chosen.lefts, chosen.rights);
  }

  /// Pairs with numbers in a range.
  private static final class Chosen {
    private final int[] lefts;
    private final int[] rights;
    private final long from;
    private final long to;
    private long number;

    Chosen(long from, long to) {
      this.from = from;
      this.to = to;
      this.lefts = new int[Math.toIntExact(to - from)];
      this.rights = new int[lefts.length];
    }

    boolean isFull() {
      return number >= to;
    }

    /// Whether these many pairs are all before the range; they are then passed over.
    boolean passes(int pairs) {
      boolean before = number + pairs <= from;
      number += before ? pairs : 0;
      return before;
    }

    void add(int left, int right) {
      if (number >= from && number < to) {
        lefts[(int) (number - from)] = left;
        rights[(int) (number - from)] = right;
      }
      number++;
    }
  }

  private Batch joined(Batch left, int[] lefts, int[] rights) {
    List<String> others =
        right.schema().names().stream().filter(name -> !name.equals(key)).toList();
    Schema rest = right.schema().select(others);
    List<Column> columns = others.stream().map(right::column).toList();
    try (Batch a = RowGather.rows(left, lefts, new BatchMemory());
        Batch bare = right.with(rest, columns);
        Batch b = NullRows.gather(bare, rights)) {
      return BatchZip.of(a, b);
    }
  }

  @Override
  public void close() {
    right.close();
  }
}
