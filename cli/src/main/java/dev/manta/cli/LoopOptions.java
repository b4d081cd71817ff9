package dev.manta.cli;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.cluster.Resources;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// How a training function is run, as it is typed.
final class LoopOptions {
  @Option(
      names = "--config",
      paramLabel = "KEY=VALUE",
      description = "A field of the function's config record; may be repeated.")
  List<String> config = new ArrayList<>();

  @Option(
      names = "--workers",
      paramLabel = "N|MIN-MAX",
      defaultValue = "1",
      description = "How many workers (default: ${DEFAULT-VALUE}).")
  String workers = "1";

  @Option(names = "--gpus", paramLabel = "N", description = "GPUs for each worker.")
  double gpus;

  @Option(names = "--heap", paramLabel = "SIZE", description = "Each worker's heap: 2g, 512m.")
  Optional<String> heap = Optional.empty();

  @Option(names = "--name", paramLabel = "NAME", description = "The run's name.")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--storage",
      paramLabel = "PATH",
      description = "Where runs are kept (default: manta-runs in the home directory).")
  Optional<String> storage = Optional.empty();

  @Option(
      names = "--retries",
      paramLabel = "N",
      defaultValue = "3",
      description = "How many failures are forgiven (default: ${DEFAULT-VALUE}).")
  int retries = 3;

  @Option(names = "--fresh", description = "Start over an unfinished run of that name.")
  boolean fresh;

  @Option(names = "--quiet", description = "Print nothing.")
  boolean quiet;

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
    if (!workers.matches("\\d{1,6}(-\\d{1,6})?")) {
      throw new IllegalArgumentException(
          "--workers takes a number or a range such as 2-8, not \"" + workers + "\"");
    }
    String[] ends = workers.split("-", -1);
    return ScalingConfig.workers(
        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  RunConfig runConfig() {
    RunConfig run = name.map(RunConfig::named).orElse(RunConfig.defaults());
    run = storage.map(run::storage).orElse(run).failures(FailureConfig.retries(retries));
    run = fresh ? run.fresh() : run;
    return quiet ? run.quiet() : run;
  }
}
