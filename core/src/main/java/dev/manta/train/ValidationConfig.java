package dev.manta.train;

import dev.manta.cluster.Resources;
import java.io.Serializable;
import java.time.Duration;
import java.util.Optional;

/// A function that scores committed checkpoints beside training, in a process of its own, one at a
/// time: which checkpoints, for how long, and with which resources.
///
/// @param function what scores: a [ValidationFunction] or a [ValidationFunction.Configured]
/// @param config what the function gets beside the checkpoint; empty where it takes nothing else
/// @param timeout how long one checkpoint may take
/// @param every scores every n-th reported checkpoint, and the last one once every rank has
///   returned
/// @param resources reserved for validation; empty for none: it then has the environment of a rank
///   and sees all GPUs
public record ValidationConfig(
    Serializable function,
    Optional<Object> config,
    Duration timeout,
    int every,
    Optional<Resources> resources) {
  public ValidationConfig {
    boolean takesConfig = function instanceof ValidationFunction.Configured<?>;
    if (!takesConfig && !(function instanceof ValidationFunction)) {
      throw new IllegalArgumentException(
          "neither a ValidationFunction nor a ValidationFunction.Configured: " + function);
    }
    if (takesConfig != config.isPresent()) {
      throw new IllegalArgumentException(
          takesConfig
              ? "a ValidationFunction.Configured needs a config"
              : "a ValidationFunction takes no config: use a ValidationFunction.Configured");
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("the validation timeout must be positive: " + timeout);
    }
    if (every < 1) {
      throw new IllegalArgumentException(
          "validation of every n-th checkpoint needs an n of at least 1, not " + every);
    }
  }

  /// Scores every checkpoint with that function, for up to an hour each.
  public static ValidationConfig of(ValidationFunction function) {
    return of(function, Optional.empty());
  }

  /// The same for a function that takes a config record beside the checkpoint, as a training
  /// function has one.
  public static <C> ValidationConfig of(ValidationFunction.Configured<C> function, C config) {
    return of(function, Optional.of(config));
  }

  private static ValidationConfig of(Serializable function, Optional<Object> config) {
    return new ValidationConfig(function, config, Duration.ofHours(1), 1, Optional.empty());
  }

  /// How long one checkpoint may take to be scored; an hour unless set. Then it stays without a
  /// score.
  public ValidationConfig timeout(Duration limit) {
    return new ValidationConfig(function, config, limit, every, resources);
  }

  /// Scores each `n`-th checkpoint that is committed, and the last one when every rank has
  /// returned; 1 unless set. The others have no score: ranked by one, they come last.
  public ValidationConfig every(int n) {
    return new ValidationConfig(function, config, timeout, n, resources);
  }

  /// What the validation process gets. GPUs, memory and named resources are its own, and no rank
  /// gets them: it sees these GPUs and no others, none where none is asked for. Cores are shared
  /// with the ranks: they only set how many threads its numeric libraries use. Unless set, it has
  /// the environment of a rank and sees all GPUs.
  public ValidationConfig resources(Resources own) {
    return new ValidationConfig(function, config, timeout, every, Optional.of(own));
  }
}
