package dev.manta.torch;

import dev.manta.LibraryTrainer;
import dev.manta.Trainer;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.Natives;
import dev.manta.train.TrainLoop;
import java.util.Optional;

/// A [Trainer] for functions that use PyTorch: workers' JVMs are set up for its native code, and
/// the backend can be chosen. Immutable; nothing happens before [#fit].
public final class TorchTrainer extends LibraryTrainer<TorchTrainer> {
  /// JavaCPP reads arrays by a class that JDK 25 warns about.
  private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  private static final String BACKEND = "MANTA_TORCH_BACKEND";

  private final Optional<Backend> backend;

  private TorchTrainer(Trainer trainer, Optional<Backend> backend) {
    super(trainer);
    this.backend = backend;
  }

  /// A static method reference, such as `Digits::train`, and its config record.
  public static <C> TorchTrainer of(TrainLoop<C> loop, C config) {
    return of(Trainer.of(loop, config));
  }

  /// A class that implements the loop and has a constructor without parameters.
  public static <C> TorchTrainer of(Class<? extends TrainLoop<C>> loop, C config) {
    return of(Trainer.of(loop, config));
  }

  /// A static method reference and the class of its config record, for a tuner, which finds the
  /// config.
  public static <C> TorchTrainer of(TrainLoop<C> loop, Class<C> config) {
    return of(Trainer.of(loop, config));
  }

  /// A class that implements the loop, and the class of its config record, for a tuner.
  public static <C> TorchTrainer of(Class<? extends TrainLoop<C>> loop, Class<C> config) {
    return of(Trainer.of(loop, config));
  }

  /// A class and the name of its static method.
  public static TorchTrainer of(String className, String method, Object config) {
    return of(Trainer.of(className, method, config));
  }

  private static TorchTrainer of(Trainer trainer) {
    return new TorchTrainer(trainer, Optional.empty());
  }

  /// What averages gradients, unless the function chooses.
  public TorchTrainer backend(Backend newBackend) {
    return new TorchTrainer(plain(), Optional.of(newBackend));
  }

  @Override
  protected TorchTrainer with(Trainer trainer) {
    return new TorchTrainer(trainer, backend);
  }

  @Override
  protected Trainer prepared(Trainer trainer) {
    Trainer ready = withJvmOptions(trainer, ALLOW_UNSAFE, Natives.PRELOAD);
    return backend
        .map(each -> ready.run(run -> run.environment(BACKEND, each.name())))
        .orElse(ready);
  }
}
