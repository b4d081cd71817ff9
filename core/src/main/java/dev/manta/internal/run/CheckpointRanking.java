package dev.manta.internal.run;

import dev.manta.internal.checkpoint.Retention;
import dev.manta.internal.checkpoint.Retention.Ranking;
import dev.manta.internal.checkpoint.Retention.Scored;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.CheckpointConfig.Score;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/// A run's checkpoints as its configuration ranks them.
public final class CheckpointRanking {
  private CheckpointRanking() {}

  /// The names of those that are too many. A damaged one takes nobody's place: those that are
  /// intact are ranked among themselves, and it goes when it would go if it were intact. While none
  /// is intact none goes: somebody may put back the files of any.
  static List<String> surplus(
      List<CommittedCheckpoint> kept, CheckpointConfig config, Collection<String> needed) {
    Retention retention = retention(config);
    List<String> ofAll = retention.toDelete(scored(kept, config), needed);
    List<CommittedCheckpoint> intact = kept.stream().filter(CommittedCheckpoint::isIntact).toList();
    if (intact.isEmpty()) {
      return List.of();
    }
    if (intact.size() == kept.size()) {
      return ofAll;
    }
    Set<String> ofIntact = Set.copyOf(retention.toDelete(scored(intact, config), needed));
    Set<String> whole = intact.stream().map(CommittedCheckpoint::name).collect(Collectors.toSet());
    return ofAll.stream().filter(name -> !whole.contains(name) || ofIntact.contains(name)).toList();
  }

  private static Retention retention(CheckpointConfig config) {
    Ranking ranking =
        config
            .score()
            .map(score -> score.order() == Order.MAX ? Ranking.LARGEST : Ranking.SMALLEST)
            .orElse(Ranking.NEWEST);
    return new Retention(config.keep(), ranking);
  }

  private static List<Scored> scored(List<CommittedCheckpoint> kept, CheckpointConfig config) {
    return kept.stream().map(one -> new Scored(one.name(), score(one, config.score()))).toList();
  }

  /// What validation said comes after what was reported, and so counts more.
  private static OptionalDouble score(CommittedCheckpoint checkpoint, Optional<Score> score) {
    if (score.isEmpty()) {
      return OptionalDouble.empty();
    }
    OptionalDouble later = checkpoint.metrics().findNumber(score.get().key());
    return later.isPresent() || checkpoint.score().isEmpty()
        ? later
        : OptionalDouble.of(checkpoint.score().get());
  }

  /// What a checkpoint with these metrics is ranked by.
  public static Optional<Double> score(Metrics metrics, CheckpointConfig config) {
    OptionalDouble score =
        config.score().map(by -> metrics.findNumber(by.key())).orElse(OptionalDouble.empty());
    return score.isPresent() ? Optional.of(score.getAsDouble()) : Optional.empty();
  }
}
