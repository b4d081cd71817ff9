package dev.manta.tune.internal.importance;

import java.util.ArrayList;
import java.util.List;

/// A part of the space in which a tree expects one value.
///
/// @param box a region for each parameter
/// @param value the mean loss of the trials in it
record TreeLeaf(List<Region> box, double value) {
  TreeLeaf {
    box = List.copyOf(box);
  }

  /// How much of the space it takes up.
  double volume() {
    double volume = 1;
    for (Region each : box) {
      volume *= each.share();
    }
    return volume;
  }

  /// The same box with another region of one parameter.
  static List<Region> with(List<Region> box, int axis, Region region) {
    List<Region> copy = new ArrayList<>(box);
    copy.set(axis, region);
    return copy;
  }
}
