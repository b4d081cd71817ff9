package dev.manta.djl;

import dev.manta.LibraryTrainer;
import dev.manta.Trainer;
import dev.manta.djl.internal.engine.PyTorchEngine;
import dev.manta.train.TrainLoop;

/// A [Trainer] for functions that use DJL: workers' JVMs load its PyTorch engine while they start,
/// and nothing is downloaded. Immutable; nothing happens before [#fit].
public final class DjlTrainer extends LibraryTrainer<DjlTrainer> {
  private DjlTrainer(Trainer trainer) {
    super(trainer);
  }

  /// A static method reference, such as `Digits::train`, and its config record.
  public static <C> DjlTrainer of(TrainLoop<C> loop, C config) {
    return new DjlTrainer(Trainer.of(loop, config));
  }

  /// A class that implements the loop and has a constructor without parameters.
  public static <C> DjlTrainer of(Class<? extends TrainLoop<C>> loop, C config) {
    return new DjlTrainer(Trainer.of(loop, config));
  }

  /// A static method reference and the class of its config record, for a tuner, which finds the
  /// config.
  public static <C> DjlTrainer of(TrainLoop<C> loop, Class<C> config) {
    return new DjlTrainer(Trainer.of(loop, config));
  }

  /// A class that implements the loop, and the class of its config record, for a tuner.
  public static <C> DjlTrainer of(Class<? extends TrainLoop<C>> loop, Class<C> config) {
    return new DjlTrainer(Trainer.of(loop, config));
  }

  /// A class and the name of its static method.
  public static DjlTrainer of(String className, String method, Object config) {
    return new DjlTrainer(Trainer.of(className, method, config));
  }

  @Override
  protected DjlTrainer with(Trainer trainer) {
    return new DjlTrainer(trainer);
  }

  @Override
  protected Trainer prepared(Trainer trainer) {
    return withJvmOptions(
        trainer, PyTorchEngine.OFFLINE, PyTorchEngine.QUIET, PyTorchEngine.PRELOAD);
  }
}
