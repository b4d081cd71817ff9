package dev.manta;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.WorkerCount;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What was typed to `manta run`, which wins over what the program says in its configs.
final class TypedOptions {
  /// Says which training of the program has the name that was typed; not set by anybody else.
  private static final String NAMED_PROPERTY = Manta.OPTION_PROPERTY + "named";

  private TypedOptions() {}

  static Trainer over(Trainer trainer) {
    typed("name").ifPresent(name -> requireOneRun(name, trainer));
    return trainer.run(run(trainer.run())).scaling(scaling(trainer.scaling()));
  }

  /// Two trainings of a program under one typed name would be taken for one: the second would
  /// resume the first, or be resumed in its place. That of the same name in the program is the same
  /// training, and without a name that of the same function with the same config.
  private static void requireOneRun(String name, Trainer trainer) {
    String training = described(trainer);
    @Nullable String before = System.getProperty(NAMED_PROPERTY);
    if (before != null && !before.equals(training)) {
      throw new MantaException(
          ErrorCode.USER,
          "--name %s is the name of one run, and this program trains more than one: it went to %s, and is not given to %s; leave out --name, and name each run in the program with RunConfig.named"
              .formatted(name, before, training));
    }
    System.setProperty(NAMED_PROPERTY, training);
  }

  private static String described(Trainer trainer) {
    return trainer
        .run()
        .name()
        .map(own -> "run " + own)
        .orElseGet(() -> trainer.loop().name() + " with " + trainer.loop().config());
  }

  private static RunConfig run(RunConfig own) {
    RunConfig run = typed("name").map(own::name).orElse(own);
    run = typed("storage").map(run::storage).orElse(run);
    run = typed("fresh").isPresent() ? run.fresh() : run;
    run = typed("log-level").map(System.Logger.Level::valueOf).map(run::logLevel).orElse(run);
    run = typed("quiet-ranks").isPresent() ? run.quietRanks() : run;
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
