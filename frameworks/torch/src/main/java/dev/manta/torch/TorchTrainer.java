package dev.manta.torch;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.Natives;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import dev.manta.train.ValidationConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A [Trainer] for functions that use PyTorch: workers' JVMs are set up for its native code, and
/// the backend can be chosen. Immutable; nothing happens before [#fit].
public final class TorchTrainer {
  /// JavaCPP reads arrays by a class that JDK 25 warns about.
  private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

  private static final String BACKEND = "MANTA_TORCH_BACKEND";

  private final Trainer trainer;
  private final ScalingConfig scaling;
  private final RunConfig run;
  private final Optional<Backend> backend;

  private TorchTrainer(
      Trainer trainer, ScalingConfig scaling, RunConfig run, Optional<Backend> backend) {
    this.trainer = trainer;
    this.scaling = scaling;
    this.run = run;
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

  /// A class and the name of its static method.
  public static TorchTrainer of(String className, String method, Object config) {
    return of(Trainer.of(className, method, config));
  }

  private static TorchTrainer of(Trainer trainer) {
    return new TorchTrainer(
        trainer, ScalingConfig.workers(1), RunConfig.defaults(), Optional.empty());
  }

  /// How many workers, and what each gets. One worker by default.
  public TorchTrainer scaling(ScalingConfig newScaling) {
    return new TorchTrainer(trainer, newScaling, run, backend);
  }

  /// The run's name, storage, failures, checkpoints and listeners.
  public TorchTrainer run(RunConfig newRun) {
    return new TorchTrainer(trainer, scaling, newRun, backend);
  }

  /// A function that scores committed checkpoints beside training.
  public TorchTrainer validation(ValidationConfig validation) {
    return new TorchTrainer(trainer.validation(validation), scaling, run, backend);
  }

  /// Begins from this checkpoint where the run has none of its own.
  public TorchTrainer startFrom(Checkpoint checkpoint) {
    return new TorchTrainer(trainer.startFrom(checkpoint), scaling, run, backend);
  }

  /// A dataset that ranks share out: each row of a pass goes to one of them.
  public TorchTrainer dataset(String name, Dataset dataset) {
    return new TorchTrainer(trainer.dataset(name, dataset), scaling, run, backend);
  }

  /// A dataset that ranks share out, or that each of them reads as a whole.
  public TorchTrainer dataset(String name, Dataset dataset, DataConfig config) {
    return new TorchTrainer(trainer.dataset(name, dataset, config), scaling, run, backend);
  }

  /// What averages gradients, unless the function chooses.
  public TorchTrainer backend(Backend newBackend) {
    return new TorchTrainer(trainer, scaling, run, Optional.of(newBackend));
  }

  /// Trains, and waits for the end.
  ///
  /// @throws TrainingFailed when the run ended with an error
  public Result fit() {
    return trainer().fit();
  }

  /// The same as a plain trainer.
  public Trainer trainer() {
    List<String> options = new ArrayList<>(List.of(ALLOW_UNSAFE, Natives.PRELOAD));
    scaling.jvm().options().stream().filter(o -> !options.contains(o)).forEach(options::add);
    RunConfig chosen = backend.map(each -> run.environment(BACKEND, each.name())).orElse(run);
    return trainer.scaling(scaling.jvmOptions(options.toArray(String[]::new))).run(chosen);
  }
}
