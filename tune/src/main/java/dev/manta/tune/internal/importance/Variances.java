package dev.manta.tune.internal.importance;

import dev.manta.tune.internal.space.Axis;
import java.util.Arrays;
import java.util.List;

/// How much what a tree expects varies over the space, in all and with each parameter alone, when
/// every place of every parameter is equally likely.
record Variances(List<TreeLeaf> leaves) {
  /// Over the whole space.
  double total() {
    double mean = mean();
    double sum = 0;
    for (TreeLeaf each : leaves) {
      sum += each.volume() * (each.value() - mean) * (each.value() - mean);
    }
    return sum;
  }

  private double mean() {
    double sum = 0;
    for (TreeLeaf each : leaves) {
      sum += each.volume() * each.value();
    }
    return sum;
  }

  /// Of the mean over all other parameters, as one parameter changes.
  double of(int index, Axis axis) {
    return axis.ordered() ? ofInterval(index) : ofLevels(index, axis.levels());
  }

  private double ofInterval(int index) {
    double[] cuts =
        leaves.stream()
            .mapToDouble(leaf -> ((Region.Interval) leaf.box().get(index)).high())
            .sorted()
            .distinct()
            .toArray();
    double[] changes = new double[cuts.length + 1];
    for (TreeLeaf leaf : leaves) {
      var region = (Region.Interval) leaf.box().get(index);
      double part = leaf.value() * leaf.volume() / region.share();
      changes[region.low() == 0 ? 0 : Arrays.binarySearch(cuts, region.low()) + 1] += part;
      changes[Arrays.binarySearch(cuts, region.high()) + 1] -= part;
    }
    double mean = mean();
    double marginal = 0;
    double sum = 0;
    for (int i = 0; i < cuts.length; i++) {
      marginal += changes[i];
      sum += (cuts[i] - (i == 0 ? 0 : cuts[i - 1])) * (marginal - mean) * (marginal - mean);
    }
    return sum;
  }

  private double ofLevels(int index, int count) {
    double[] marginals = new double[count];
    for (TreeLeaf leaf : leaves) {
      var region = (Region.Levels) leaf.box().get(index);
      double part = leaf.value() * leaf.volume() / region.share();
      region.set().stream().forEach(level -> marginals[level] += part);
    }
    double mean = mean();
    return Arrays.stream(marginals).map(each -> (each - mean) * (each - mean)).sum() / count;
  }
}
