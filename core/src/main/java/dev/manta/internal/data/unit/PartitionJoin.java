package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.internal.data.rows.HashJoin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Both sides of a part of a join while it is worked on: one block of the right side and one group
/// of the left side are in memory.
final class PartitionJoin implements AutoCloseable {
  private final List<RowExchange.Piece> groups;
  private final List<RowExchange.Piece> blocks;
  private final String key;
  private final boolean keepsAll;
  private int group = -1;
  private int block = -1;
  private @Nullable Batch left;
  private @Nullable HashJoin right;

  PartitionJoin(
      List<RowExchange.Piece> groups,
      List<RowExchange.Piece> blocks,
      String key,
      boolean keepsAll) {
    this.groups = groups;
    this.blocks = blocks;
    this.key = key;
    this.keepsAll = keepsAll;
  }

  /// The rows of a group; valid until another is asked for.
  Batch group(int index) {
    Batch known = left;
    if (known == null || group != index) {
      closeGroup();
      known = groups.get(index).read();
      left = known;
      group = index;
    }
    return known;
  }

  /// The rows of a block; valid until another is asked for.
  HashJoin block(int index) {
    HashJoin known = right;
    if (known == null || block != index) {
      closeBlock();
      known = new HashJoin(blocks.get(index).read(), key, keepsAll);
      right = known;
      block = index;
    }
    return known;
  }

  private void closeGroup() {
    if (left != null) {
      left.close();
      left = null;
    }
  }

  private void closeBlock() {
    if (right != null) {
      right.close();
      right = null;
    }
  }

  @Override
  public void close() {
    closeGroup();
    closeBlock();
  }
}
