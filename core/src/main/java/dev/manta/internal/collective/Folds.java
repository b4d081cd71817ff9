package dev.manta.internal.collective;

import dev.manta.collective.Op;
import dev.manta.collective.Type;
import java.util.HashMap;
import java.util.Map;

/// The folds of one engine, made once: their accumulators are big and their loops warm.
public final class Folds {
  private record Key(Type type, Op op) {}

  private final Map<Key, Fold> made = new HashMap<>();
  private final int ranks;

  public Folds(int ranks) {
    this.ranks = ranks;
  }

  /// The fold of a reduction without weights.
  public Fold of(Type type, Op op) {
    return made.computeIfAbsent(new Key(type, op), key -> Fold.of(key.type(), key.op(), ranks));
  }

  /// The fold of a mean by weight.
  public Fold weighted(Type type, double[] weights) {
    return Fold.weighted(type, weights);
  }
}
