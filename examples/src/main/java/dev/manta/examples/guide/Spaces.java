package dev.manta.examples.guide;

import dev.manta.tune.Space;
import dev.manta.tune.space.Choice;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogIntUniform;
import dev.manta.tune.space.LogUniform;
import dev.manta.tune.space.Uniform;
import dev.manta.tune.space.When;
import java.util.OptionalDouble;

/// Spaces with conditions, computed values and nested records.
public final class Spaces {
  private Spaces() {}

  // region: record
  /// An optimizer, of which only one kind has a momentum.
  public record Optimizer(
      @Choice({"SGD", "ADAM"}) Kind kind,
      @LogUniform(low = 1e-5, high = 1e-1) double learningRate,
      @When(name = "optimizer.kind", is = "SGD") @Uniform(low = 0, high = 0.99)
          OptionalDouble momentum) {}

  /// A kind of optimizer.
  public enum Kind {
    SGD,
    ADAM
  }

  /// A config with a record inside, and a component without an annotation.
  public record Config(
      @IntUniform(low = 1, high = 4) int layers,
      @LogIntUniform(low = 16, high = 512) int units,
      Optimizer optimizer,
      int warmupSteps) {}

  // endregion

  // region: builder
  /// What the annotations say, with another domain for `layers` and a rule for the rest.
  static Space ofRecord() {
    return Space.of(Config.class)
        .grid("layers", 1, 2, 4)
        .computed("warmupSteps", point -> 100 * point.whole("layers"));
  }

  /// A space without a record, for functions that take a `Point`.
  static Space ofNames() {
    return Space.of()
        .choice("kind", "sgd", "adam")
        .logUniform("learningRate", 1e-5, 1e-1)
        .when("kind", "sgd", inner -> inner.uniform("momentum", 0, 0.99));
  }
  // endregion
}
