package dev.manta.internal.collective;

import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import java.util.List;

/// What a reduction computes and who gets it. Counts are elements.
public record Reduction(ElementType type, Op op, boolean weighted, Target target) {
  /// Who gets the fold.
  public sealed interface Target {}

  /// Every rank gets all of it.
  public record Everyone() implements Target {}

  /// One rank gets all of it.
  public record Root(int rank) implements Target {}

  /// Rank r gets the r-th part.
  public record Slices(List<Long> counts) implements Target {
    public Slices {
      counts = List.copyOf(counts);
    }
  }
}
