package dev.manta.cli;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.cluster.Resources;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.WorkerCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Option;

/// How a training function is run, as it is typed.
final class LoopOptions {
  private static final String NAME = "--name";

  /// Not an option: where it is noted which training took `--name`. Cleared for each command.
  private static final String NAMED = "--named";

  private static final String WORKERS = "--workers";
  private static final String STORAGE = "--storage";
  private static final String FRESH = "--fresh";
  private static final String QUIET = "--quiet";
  private static final String QUIET_RANKS = "--quiet-ranks";
  private static final String LOG_LEVEL = "--log-level";

  /// Those that win over what a program says itself.
  static final Set<String> OF_PROGRAMS =
      Set.of(NAME, WORKERS, STORAGE, FRESH, QUIET, QUIET_RANKS, LOG_LEVEL);

  @Option(
      names = "--config",
      paramLabel = "KEY=VALUE",
      description = "A field of the function's config record; may be repeated.")
  List<String> config = new ArrayList<>();

  @Option(
      names = WORKERS,
      paramLabel = "N|MIN-MAX",
      description = "How many workers (default: what the program says, 1 with --loop).")
  Optional<String> workers = Optional.empty();

  @Option(names = "--gpus", paramLabel = "N", description = "GPUs for each worker.")
  double gpus;

  @Option(names = "--heap", paramLabel = "SIZE", description = "Each worker's heap: 2g, 512m.")
  Optional<String> heap = Optional.empty();

  @Option(names = NAME, paramLabel = "NAME", description = "The run's name.")
  Optional<String> name = Optional.empty();

  @Option(
      names = STORAGE,
      paramLabel = "LOCATION",
      description = "Where runs are kept (default: manta-runs in the home directory).")
  Optional<String> storage = Optional.empty();

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many failures are forgiven (default: ${DEFAULT-VALUE}).")
  int retries = 3;

  @Option(
      names = FRESH,
      description =
          "A new run, under the next free name; an unfinished one of that name is kept as it is.")
  boolean fresh;

  @Option(names = QUIET, description = "Print nothing.")
  boolean quiet;

  @Option(names = QUIET_RANKS, description = "Show only what rank 0 prints.")
  boolean quietRanks;

  @Option(
      names = LOG_LEVEL,
      paramLabel = "LEVEL",
      description = "The lowest level that workers log: ${COMPLETION-CANDIDATES} (default: INFO).")
  Optional<System.Logger.Level> logLevel = Optional.empty();

  int run(LoopName loop, ClassLoader loader) {
    Object bound = ConfigValues.bind(config, loop.configType(loader));
    Result result =
        Trainer.of(loop.className(), loop.method(), bound)
            .scaling(scaling())
            .run(runConfig())
            .fit();
    return result.status() == RunStatus.STOPPED ? ExitCode.STOPPED : ExitCode.OK;
  }

  ScalingConfig scaling() {
    ScalingConfig scaling = count().perWorker(Resources.cpus(1).withGpus(gpus));
    return heap.map(scaling::heap).orElse(scaling);
  }

  private ScalingConfig count() {
    ScalingConfig one = ScalingConfig.workers(1);
    return workers.map(LoopOptions::parse).map(one::count).orElse(one);
  }

  private static WorkerCount parse(String typed) {
    try {
      return WorkerCount.parse(typed);
    } catch (IllegalArgumentException wrong) {
      throw new IllegalArgumentException(WORKERS + ": " + wrong.getMessage(), wrong);
    }
  }

  /// Leaves what was typed for the program's own runs, where it wins.
  void overridePrograms() {
    runConfig();
    workers.ifPresent(LoopOptions::parse);
    leave(NAME, name);
    leave(NAMED, Optional.empty());
    leave(STORAGE, storage);
    leave(WORKERS, workers);
    leave(FRESH, fresh ? Optional.of("") : Optional.empty());
    leave(QUIET, quiet ? Optional.of("") : Optional.empty());
    leave(QUIET_RANKS, quietRanks ? Optional.of("") : Optional.empty());
    leave(LOG_LEVEL, logLevel.map(Enum::name));
  }

  private static void leave(String option, Optional<String> typed) {
    String property = Manta.OPTION_PROPERTY + option.substring("--".length());
    typed.ifPresentOrElse(
        value -> System.setProperty(property, value), () -> System.clearProperty(property));
  }

  RunConfig runConfig() {
    RunConfig run = name.map(RunConfig::named).orElse(RunConfig.defaults());
    run = storage.map(run::storage).orElse(run).failures(FailureConfig.retries(retries));
    run = fresh ? run.fresh() : run;
    run = logLevel.map(run::logLevel).orElse(run);
    run = quietRanks ? run.quietRanks() : run;
    return quiet ? run.quiet() : run;
  }
}
