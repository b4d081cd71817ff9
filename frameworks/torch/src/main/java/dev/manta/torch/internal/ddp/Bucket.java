package dev.manta.torch.internal.ddp;

import dev.manta.collective.Call;
import dev.manta.collective.Collectives;
import dev.manta.collective.Pending;
import dev.manta.collective.Values;
import java.util.BitSet;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// Neighbouring parameters whose gradients are averaged in one call, as soon as all are there.
final class Bucket {
  private final Portion portion;
  private final int first;
  private final int last;
  private final Values values;
  private final BitSet taken = new BitSet();
  private @Nullable Pending pending;

  Bucket(Portion portion, int first, int last) {
    this.portion = portion;
    this.first = first;
    this.last = last;
    long from = portion.block().offset(first);
    long to = last + 1 < portion.size() ? portion.block().offset(last + 1) : portion.elements();
    this.values = portion.values().slice(from, to - from);
  }

  int first() {
    return first;
  }

  int last() {
    return last;
  }

  /// Takes what backward has computed, on top of what earlier batches left.
  void take(int member, Tensor gradient) {
    if (pending != null || taken.get(member)) {
      throw new IllegalStateException(
          "backward was called twice before the optimizer's step; call it within torch.noSync() for"
              + " all batches but the last");
    }
    portion.takeSum(member, gradient);
    taken.set(member);
  }

  boolean isFull() {
    return taken.cardinality() == last - first + 1;
  }

  void start(Collectives group, double weight) {
    pending = group.start(new Call.WeightedMean(values, values, weight));
  }

  /// Takes what backward did not touch.
  void fill() {
    for (int member = first; member <= last; member++) {
      if (!taken.get(member)) {
        portion.take(member, portion.block().members().get(member).grad());
      }
    }
  }

  void await() {
    if (pending != null) {
      pending.await();
    }
    pending = null;
    taken.clear();
  }
}
