package dev.manta.tune.internal.search;

import dev.manta.tune.internal.space.Axis;
import java.util.List;

/// The kinds of parameters, as arrays: how many values each has (0 for a number that is not
/// counted), whether they are in order, and whether there are any that are not.
record Axes(int[] levels, boolean[] ordered, boolean choices) {
  static Axes of(List<Axis> axes) {
    int size = axes.size();
    int[] levels = new int[size];
    boolean[] ordered = new boolean[size];
    boolean choices = false;
    for (int i = 0; i < size; i++) {
      Axis axis = axes.get(i);
      levels[i] = axis.levels();
      ordered[i] = axis.ordered();
      choices |= !axis.ordered();
    }
    return new Axes(levels, ordered, choices);
  }

  int size() {
    return levels.length;
  }

  /// The place of the value that a place stands for.
  double snap(int axis, double place) {
    int count = levels[axis];
    if (count == 0) {
      return place;
    }
    int index = Math.clamp((long) (place * count), 0, count - 1);
    return (index + 0.5) / count;
  }
}
