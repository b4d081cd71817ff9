package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How much this rank's gradients count: by the rows of the batch that they are of, or 1 where no
/// prepared loader has handed out any.
///
/// One batch per update is weighted when it is averaged. Of several each has a weight of its own,
/// its part of the rows that all ranks have: that must be in the loss, before gradients add up.
public final class Weights {
  private final List<Long> untaken = new ArrayList<>();
  private @Nullable Object source;
  private long rows;
  private double taken = 1;
  private int backwards;
  private boolean used = true;
  private boolean inLosses;

  /// A batch was handed out. Rows of several batches before one backward add up; those of another
  /// loader begin anew.
  public void batch(Object loader, long count) {
    if (used) {
      begin();
    }
    if (untaken.isEmpty() || !loader.equals(source)) {
      rows = 0;
      untaken.clear();
    }
    rows += count;
    untaken.add(count);
    source = loader;
  }

  private void begin() {
    backwards = 0;
    inLosses = false;
    used = false;
    untaken.clear();
  }

  /// Backward is about to begin from the loss of these rows, or from another loss of rows that it
  /// had before.
  void backward() {
    if (used) {
      begin();
    }
    taken = source == null ? 1 : rows;
    untaken.clear();
    backwards++;
  }

  /// The losses of this update are multiplied by [#share], from now on.
  void putIntoLosses() {
    inLosses = true;
  }

  /// Gradients of an earlier attempt wait for their update, with their weights in them.
  void restored() {
    begin();
    backwards = 1;
    inLosses = true;
  }

  /// An update was made.
  public void stepped() {
    used = true;
  }

  /// Whether there were backwards since the last update, before this one.
  boolean addsUp() {
    return !used && backwards > 0;
  }

  /// Whether batches were handed out, or backwards made, since the last update.
  boolean pending() {
    return !used;
  }

  boolean areInLosses() {
    return inLosses;
  }

  /// What the last loss counts before it is averaged.
  double ofLoss() {
    return inLosses && taken == 0 ? 0 : now();
  }

  /// What this rank counts when gradients are averaged.
  public double now() {
    if (inLosses) {
      return 1;
    }
    return backwards > 0 ? taken : source == null ? 1 : rows;
  }

  /// What the loss of the last backward is multiplied by, so that all ranks count alike when
  /// gradients are averaged: 1 where all have as many rows.
  double share(Collectives group) {
    double[] sum = {taken};
    group.allReduce(sum, Op.SUM);
    return sum[0] == 0 ? 0 : taken * group.size() / sum[0];
  }

  /// Refuses gradients of several batches that were added up without their weights.
  void requireEven(Collectives group) {
    if (backwards > 0 || untaken.size() < 2) {
      return;
    }
    long[] mine = untaken.stream().mapToLong(Long::longValue).toArray();
    long[] all = mine.clone();
    group.allReduce(all, Op.SUM);
    for (int i = 1; i < mine.length; i++) {
      if (mine[i] * all[0] != mine[0] * all[i]) {
        throw new IllegalStateException(
            "rank %s has %s of %s rows of one batch and %s of %s of another, whose gradients were added up by loss.backward(): call torch.backward(loss), which weights each batch"
                .formatted(group.rank(), mine[0], all[0], mine[i], all[i]));
      }
    }
  }
}
