package dev.manta.internal.run;

import dev.manta.checkpoint.Retention;
import dev.manta.checkpoint.Retention.Ranking;
import dev.manta.checkpoint.Retention.Scored;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.CheckpointConfig.Score;
import dev.manta.train.Order;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// A run's checkpoints as its configuration ranks them.
public final class Keeping {
  private Keeping() {}

  /// The best checkpoint; without a score the newest.
  public static Optional<Kept> best(List<Kept> kept, CheckpointConfig config) {
    Optional<String> best = retention(config).best(scored(kept, config)).map(Scored::name);
    return kept.stream().filter(one -> best.filter(one.name()::equals).isPresent()).findFirst();
  }

  /// The names of those that are too many.
  static List<String> surplus(List<Kept> kept, CheckpointConfig config, Collection<String> needed) {
    return retention(config).toDelete(scored(kept, config), needed);
  }

  private static Retention retention(CheckpointConfig config) {
    Ranking ranking =
        config
            .score()
            .map(score -> score.order() == Order.MAX ? Ranking.LARGEST : Ranking.SMALLEST)
            .orElse(Ranking.NEWEST);
    return new Retention(config.keep(), ranking);
  }

  private static List<Scored> scored(List<Kept> kept, CheckpointConfig config) {
    return kept.stream().map(one -> new Scored(one.name(), score(one, config.score()))).toList();
  }

  private static OptionalDouble score(Kept kept, Optional<Score> score) {
    return score.isEmpty() ? OptionalDouble.empty() : kept.metrics().findNumber(score.get().key());
  }
}
