package dev.manta.internal.run;

import dev.manta.train.CheckpointConfig;
import dev.manta.train.CheckpointConfig.Score;
import dev.manta.train.Order;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/// Which checkpoint is better, and which are too many.
public final class Ranking {
  private Ranking() {}

  /// Those that the configuration does not ask to keep.
  static List<Kept> surplus(List<Kept> kept, CheckpointConfig config) {
    if (config.keep().isEmpty() || kept.size() <= config.keep().getAsInt()) {
      return List.of();
    }
    List<Kept> bestFirst = bestFirst(kept, config);
    return bestFirst.subList(config.keep().getAsInt(), bestFirst.size());
  }

  /// All checkpoints, the best first; without a score the newest is the best. One whose score is
  /// missing or not a number is never better than one that has one.
  public static List<Kept> bestFirst(List<Kept> kept, CheckpointConfig config) {
    Comparator<Kept> newest = Comparator.comparingInt(Kept::ordinal).reversed();
    List<Kept> sorted = new ArrayList<>(kept);
    sorted.sort(config.score().map(score -> byScore(score).thenComparing(newest)).orElse(newest));
    return sorted;
  }

  private static Comparator<Kept> byScore(Score score) {
    double sign = score.order() == Order.MAX ? -1 : 1;
    return Comparator.comparingDouble(kept -> merit(kept, score.key(), sign));
  }

  private static double merit(Kept kept, String key, double sign) {
    OptionalDouble value = kept.metrics().findNumber(key);
    boolean usable = value.isPresent() && !Double.isNaN(value.getAsDouble());
    return usable ? sign * value.getAsDouble() : Double.NaN;
  }
}
