package dev.manta.internal.collective.fold;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import org.jspecify.annotations.Nullable;

/// The folds of one engine, made once: their accumulators are big and their loops warm.
@SuppressWarnings("EnumOrdinal") // one cell per type and operation, inside one process
public final class Folds {
  private static final int OPS = Op.values().length;

  private final @Nullable Fold[] made = new @Nullable Fold[ElementType.values().length * OPS];
  private final int ranks;

  public Folds(int ranks) {
    this.ranks = ranks;
  }

  /// The fold of a reduction without weights.
  public Fold of(ElementType type, Op op) {
    int at = type.ordinal() * OPS + op.ordinal();
    Fold fold = made[at];
    if (fold == null) {
      fold = Fold.of(type, op, ranks);
      made[at] = fold;
    }
    return fold;
  }

  /// The fold of a mean by weight.
  public Fold weighted(ElementType type, double[] weights) {
    return Fold.weighted(type, weights);
  }
}
