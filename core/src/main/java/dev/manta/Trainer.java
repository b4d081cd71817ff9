package dev.manta;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.loop.Loops;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import dev.manta.train.ValidationConfig;
import java.util.Optional;

/// What to train: a training function with its config, and how it is to be run. Immutable; nothing
/// happens before [#fit].
public final class Trainer {
  private final LoopSpec loop;
  private final ScalingConfig scaling;
  private final RunConfig run;
  private final Optional<ValidationConfig> validation;
  private final Optional<Checkpoint> start;

  private Trainer(
      LoopSpec loop,
      ScalingConfig scaling,
      RunConfig run,
      Optional<ValidationConfig> validation,
      Optional<Checkpoint> start) {
    this.loop = loop;
    this.scaling = scaling;
    this.run = run;
    this.validation = validation;
    this.start = start;
  }

  /// A static method reference, such as `Digits::train`, and its config record.
  public static <C> Trainer of(TrainLoop<C> loop, C config) {
    return of(Loops.resolve(loop, config));
  }

  /// A class that implements the loop and has a constructor without parameters.
  public static <C> Trainer of(Class<? extends TrainLoop<C>> loop, C config) {
    return of(Loops.resolve(loop, config));
  }

  /// A class and the name of its static method: for Kotlin, Scala, and names that come from
  /// outside.
  public static Trainer of(String className, String method, Object config) {
    return of(Loops.resolve(className, method, config));
  }

  private static Trainer of(LoopSpec loop) {
    return new Trainer(
        loop, ScalingConfig.workers(1), RunConfig.defaults(), Optional.empty(), Optional.empty());
  }

  /// How many workers, and what each gets. One worker by default.
  public Trainer scaling(ScalingConfig scaling) {
    return new Trainer(loop, scaling, run, validation, start);
  }

  /// The run's name, storage, failures, checkpoints and listeners.
  public Trainer run(RunConfig run) {
    return new Trainer(loop, scaling, run, validation, start);
  }

  /// A function that scores committed checkpoints beside training.
  public Trainer validation(ValidationConfig validation) {
    return new Trainer(loop, scaling, run, Optional.of(validation), start);
  }

  /// Begins from this checkpoint where the run has none of its own.
  public Trainer startFrom(Checkpoint checkpoint) {
    return new Trainer(loop, scaling, run, validation, Optional.of(checkpoint));
  }

  /// Trains, and waits for the end.
  ///
  /// @throws TrainingFailed when the run ended with an error; it carries what there is of the
  ///   result
  public Result fit() {
    return Manta.local().fit(this);
  }

  LoopSpec loop() {
    return loop;
  }

  ScalingConfig scaling() {
    return scaling;
  }

  RunConfig run() {
    return run;
  }

  Optional<ValidationConfig> validation() {
    return validation;
  }

  Optional<Checkpoint> start() {
    return start;
  }
}
