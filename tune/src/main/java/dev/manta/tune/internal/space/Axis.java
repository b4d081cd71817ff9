package dev.manta.tune.internal.space;

import dev.manta.tune.Dimension;
import dev.manta.tune.Domain;

/// A parameter that searchers choose.
///
/// @param name its name
/// @param domain where it may lie
/// @param levels how many values it has; 0 where they are not counted or too many to matter
/// @param ordered whether near places are alike; not so for choices
/// @param conditional whether it exists only at some points
public record Axis(String name, Domain domain, int levels, boolean ordered, boolean conditional) {
  private static final long LEVELS_MAX = 1000;

  static Axis of(Dimension dimension) {
    Domain domain = dimension.domain();
    long size = domain.size().orElse(0);
    boolean ordered = !(domain instanceof Domain.Choice || domain instanceof Domain.Grid);
    int levels = ordered && size > LEVELS_MAX ? 0 : Math.toIntExact(size);
    return new Axis(dimension.name(), domain, levels, ordered, dimension.condition().isPresent());
  }

  /// Which value a place stands for, of those of a choice.
  public int index(double place) {
    return Values.index(place, levels);
  }
}
