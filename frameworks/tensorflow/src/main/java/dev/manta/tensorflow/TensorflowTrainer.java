package dev.manta.tensorflow;

import dev.manta.LibraryTrainer;
import dev.manta.Trainer;
import dev.manta.tensorflow.internal.Natives;
import dev.manta.train.TrainLoop;

/// A [Trainer] for functions that use TensorFlow: workers' JVMs are set up for its native code.
/// Immutable; nothing happens before [#fit].
public final class TensorflowTrainer extends LibraryTrainer<TensorflowTrainer> {
  /// TensorFlow's protocol buffers and tensors use a class that JDK 25 warns about.
  private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  private TensorflowTrainer(Trainer trainer) {
    super(trainer);
  }

  /// A static method reference, such as `Digits::train`, and its config record.
  public static <C> TensorflowTrainer of(TrainLoop<C> loop, C config) {
    return new TensorflowTrainer(Trainer.of(loop, config));
  }

  /// A class that implements the loop and has a constructor without parameters.
  public static <C> TensorflowTrainer of(Class<? extends TrainLoop<C>> loop, C config) {
    return new TensorflowTrainer(Trainer.of(loop, config));
  }

  /// A static method reference and the class of its config record, for a tuner, which finds the
  /// config.
  public static <C> TensorflowTrainer of(TrainLoop<C> loop, Class<C> config) {
    return new TensorflowTrainer(Trainer.of(loop, config));
  }

  /// A class that implements the loop, and the class of its config record, for a tuner.
  public static <C> TensorflowTrainer of(Class<? extends TrainLoop<C>> loop, Class<C> config) {
    return new TensorflowTrainer(Trainer.of(loop, config));
  }

  /// A class and the name of its static method.
  public static TensorflowTrainer of(String className, String method, Object config) {
    return new TensorflowTrainer(Trainer.of(className, method, config));
  }

  @Override
  protected TensorflowTrainer with(Trainer trainer) {
    return new TensorflowTrainer(trainer);
  }

  @Override
  protected Trainer prepared(Trainer trainer) {
    return withJvmOptions(trainer, ALLOW_UNSAFE, Natives.PRELOAD);
  }
}
