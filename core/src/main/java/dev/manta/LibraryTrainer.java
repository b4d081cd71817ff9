package dev.manta;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.ValidationConfig;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What trainers of libraries have in common: a plain [Trainer], and what their library needs
/// beside it. Immutable; nothing happens before [#fit].
///
/// @param <T> the trainer itself
public abstract class LibraryTrainer<T extends LibraryTrainer<T>> {
  private final Trainer trainer;

  /// Over a plain trainer.
  protected LibraryTrainer(Trainer trainer) {
    this.trainer = trainer;
  }

  /// The trainer as it was given.
  protected final Trainer plain() {
    return trainer;
  }

  /// The trainer with options that workers' JVMs need, before those that the user gave.
  protected static Trainer withJvmOptions(Trainer trainer, String... needed) {
    ScalingConfig scaling = trainer.scaling();
    Set<String> options = new LinkedHashSet<>(List.of(needed));
    options.addAll(scaling.jvm().options());
    return trainer.scaling(scaling.jvmOptions(options.toArray(String[]::new)));
  }

  /// The same settings of the library over another plain trainer.
  protected abstract T with(Trainer trainer);

  /// What is run: a plain trainer with all that the library needs, such as options of the JVM.
  protected abstract Trainer prepared(Trainer trainer);

  /// How many workers, and what each gets. One worker by default.
  public T scaling(ScalingConfig scaling) {
    return with(trainer.scaling(scaling));
  }

  /// The run's name, storage, failures, checkpoints and listeners.
  public T run(RunConfig run) {
    return with(trainer.run(run));
  }

  /// A function that scores committed checkpoints beside training.
  public T validation(ValidationConfig validation) {
    return with(trainer.validation(validation));
  }

  /// Begins from this checkpoint where the run has none of its own.
  public T startFrom(Checkpoint checkpoint) {
    return with(trainer.startFrom(checkpoint));
  }

  /// A dataset that ranks share out: each row of a pass goes to one of them.
  public T dataset(String name, Dataset dataset) {
    return with(trainer.dataset(name, dataset));
  }

  /// A dataset that ranks share out, or that each of them reads as a whole.
  public T dataset(String name, Dataset dataset, DataConfig config) {
    return with(trainer.dataset(name, dataset, config));
  }

  /// Trains, and waits for the end.
  ///
  /// @throws TrainingFailed when the run ended with an error
  public Result fit() {
    return trainer().fit();
  }

  /// The same as a plain trainer.
  public Trainer trainer() {
    return prepared(trainer);
  }
}
