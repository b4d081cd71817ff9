package dev.manta;

import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.WorkerCount;
import java.util.Optional;

/// What was typed to `manta run`, which wins over what the program says in its configs.
final class TypedOptions {
  private TypedOptions() {}

  static Trainer over(Trainer trainer) {
    return trainer.run(run(trainer.run())).scaling(scaling(trainer.scaling()));
  }

  private static RunConfig run(RunConfig own) {
    RunConfig run = typed("name").map(own::name).orElse(own);
    run = typed("storage").map(run::storage).orElse(run);
    run = typed("fresh").isPresent() ? run.fresh() : run;
    run = typed("quiet-ranks").isPresent() ? run.rankZeroOnly() : run;
    return typed("quiet").isPresent() ? run.quiet() : run;
  }

  private static ScalingConfig scaling(ScalingConfig own) {
    return typed("workers").map(WorkerCount::parse).map(own::count).orElse(own);
  }

  static boolean has(String option) {
    return typed(option).isPresent();
  }

  private static Optional<String> typed(String option) {
    return Optional.ofNullable(System.getProperty(Manta.OPTION_PROPERTY + option));
  }
}
