package dev.manta.cli;

import dev.manta.Manta;
import dev.manta.cluster.Resources;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Stopper;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta tune`
@Command(
    name = "tune",
    description = "Search for the best config of one function.",
    customSynopsis = {
      "manta tune --loop com.acme.Train::train --metric loss --samples 50 app.jar",
      "       manta tune --loop com.acme.Train::loss --metric loss --samples 50 \\",
      "         --space 'rate=loguniform(1e-5, 1e-1)' --space 'layers=int(1, 4)' Train.java"
    },
    footer = {
      "",
      "The function is static and takes a config record (its value is the metric), a",
      "TrialContext of one, or a TrainContext of one, whose trials are runs with workers.",
      "What --space does not say is in the annotations of the record."
    })
final class TuneCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "PROGRAM",
      description = "A .java file, a .jar or a directory of classes.")
  Optional<Path> program = Optional.empty();

  @Option(
      names = {"-cp", "--class-path", "--jar"},
      paramLabel = "PATH",
      description = "More jars, separated by ':'.")
  String libraries = "";

  @Option(
      names = "--loop",
      required = true,
      paramLabel = "CLASS::METHOD",
      description = "The function that runs a trial.")
  String loop = "";

  @Option(
      names = "--metric",
      required = true,
      paramLabel = "NAME",
      description = "The metric to minimize, or to maximize with --maximize.")
  String metric = "";

  @ArgGroup Mode mode = new Mode();

  @Option(
      names = "--lenient-metrics",
      description =
          "Continue where reports lack the metric: a trial that ends without it has failed, and the"
              + " others continue.")
  boolean lenient;

  @Option(
      names = "--max-reports",
      paramLabel = "N",
      description = "Stop each trial after N reports.")
  Optional<Long> mostReports = Optional.empty();

  @Option(
      names = "--space",
      paramLabel = "KEY=DOMAIN",
      description =
          "Where a parameter lies: uniform(0, 1), loguniform(1e-5, 1e-1), int(1, 4), choice(16,"
              + " 32), grid(1, 2), constant(3); may be repeated.")
  List<String> space = new ArrayList<>();

  @Option(names = "--samples", paramLabel = "N", description = "How many trials.")
  Optional<Integer> samples = Optional.empty();

  @Option(
      names = "--concurrent",
      paramLabel = "N",
      description = "How many trials at a time (default: as many as there are processors).")
  Optional<Integer> concurrent = Optional.empty();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Workers of each trial, where the function takes a TrainContext (default: 1).")
  Optional<Integer> workers = Optional.empty();

  @Option(names = "--gpus", paramLabel = "N", description = "GPUs for each of these workers.")
  Optional<Double> gpus = Optional.empty();

  @Option(
      names = "--retries",
      paramLabel = "N",
      description = "How many times a trial begins again whose process died (default: 2).")
  Optional<Integer> retries = Optional.empty();

  @Option(
      names = "--searcher",
      paramLabel = "NAME",
      description =
          "auto, grid, random, sobol, tpe, gp, cma-es, bohb, hyperopt, optuna or"
              + " optuna:SAMPLER, the last three in MANTA_PYTHON or python3 (default: auto).")
  String searcher = "auto";

  @Option(
      names = "--scheduler",
      paramLabel = "NAME[:STEPS]",
      description =
          "fifo, asha, asha:STEPS, hyperband:STEPS, median:STEPS, pbt:STEPS, pb2:STEPS (default:"
              + " fifo).")
  String scheduler = "fifo";

  @Option(names = "--seed", paramLabel = "N", description = "What random numbers begin with.")
  long seed;

  @Option(names = "--time", paramLabel = "SECONDS", description = "How long it runs at most.")
  Optional<Long> seconds = Optional.empty();

  @Option(names = "--name", paramLabel = "NAME", description = "The experiment's name.")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--storage",
      paramLabel = "LOCATION",
      description = "Where experiments are kept (default: manta-runs in the home directory).")
  Optional<String> storage = Optional.empty();

  @Option(names = "--fresh", description = "A new experiment, under the next free name.")
  boolean fresh;

  @Option(
      names = "--resume",
      description =
          "Only resume: --name must be that of an unfinished experiment, which is resumed without"
              + " this option too.")
  boolean resume;

  @Option(names = "--quiet", description = "Print nothing.")
  boolean quiet;

  @Option(names = "--csv", paramLabel = "FILE", description = "Write all trials there.")
  Optional<Path> csv = Optional.empty();

  /// Whether to minimize or to maximize the metric: one of both ways to say it.
  static final class Mode {
    @Option(names = "--maximize", description = "Maximize the metric.")
    boolean maximize;

    @Option(
        names = "--mode",
        paramLabel = "MODE",
        description = "min or max: whether to minimize or to maximize the metric (default: min).")
    Optional<String> mode = Optional.empty();

    boolean isMax() {
      String typed = mode.orElse("min");
      if (!typed.equals("min") && !typed.equals("max")) {
        throw new IllegalArgumentException("--mode is min or max, not \"" + typed + "\"");
      }
      return maximize || typed.equals("max");
    }
  }

  private CommandSpec spec = CommandSpec.create();

  @Spec
  void spec(CommandSpec spec) {
    this.spec = spec;
  }

  @Override
  public Integer call() throws IOException {
    if (resume) {
      requireUnfinished();
    }
    ClassLoader loader = UserCode.load(entries());
    LoopName function = LoopName.parse(loop);
    Tuner tuner = Tuner.of(function.className(), function.method());
    Class<?> config = tuner.config().orElse(Object.class);
    ResultGrid results =
        scaled(tuner)
            .space(TunedSpace.of(config, space))
            .search(search())
            .run(runConfig(tuner.hasRuns()))
            .fit();
    assert loader != null;
    if (csv.isPresent()) {
      Files.writeString(csv.get(), results.csv());
    }
    return results.isFinished() ? ExitCode.OK : ExitCode.STOPPED;
  }

  private void requireUnfinished() {
    String wanted =
        name.orElseThrow(() -> new IllegalArgumentException("--resume needs the --name to resume"));
    if (fresh) {
      throw new IllegalArgumentException(
          "--resume and --fresh contradict each other: leave one of them out");
    }
    Location at = Location.parse(storage.orElse(Manta.DEFAULT_STORAGE)).resolve(wanted);
    if (Storages.at(at).children(at).isEmpty()) {
      throw new IllegalArgumentException(
          "there is no experiment "
              + wanted
              + " to resume in "
              + at
              + ": leave --resume out to begin it");
    }
    if (ResultGrid.fromPath(at.toString()).isFinished()) {
      throw new IllegalArgumentException(
          "experiment %1$s has finished, so there is nothing to resume: `manta results %2$s` shows it; without --resume a new one, %1$s-2, begins"
              .formatted(wanted, storage.isPresent() ? at : wanted));
    }
  }

  private Tuner scaled(Tuner tuner) {
    return workers.isEmpty() && gpus.isEmpty()
        ? tuner
        : tuner.scaling(
            ScalingConfig.workers(workers.orElse(1))
                .perWorker(Resources.cpus(1).withGpus(gpus.orElse(0.0))));
  }

  private List<Path> entries() throws IOException {
    List<Path> more =
        List.of(libraries.split(File.pathSeparator, -1)).stream()
            .filter(entry -> !entry.isEmpty())
            .map(Path::of)
            .toList();
    return program.isEmpty()
        ? more
        : Program.at(program.get(), more, spec.commandLine().getErr()).entries();
  }

  private TuneConfig search() {
    TuneConfig config = mode.isMax() ? TuneConfig.maximize(metric) : TuneConfig.minimize(metric);
    config = config.searcher(TypedSearch.searcher(searcher)).seed(seed);
    config = config.scheduler(TypedSearch.scheduler(scheduler));
    config = samples.map(config::samples).orElse(config);
    config = retries.map(config::retries).orElse(config);
    config = concurrent.map(config::concurrent).orElse(config);
    config = mostReports.map(Stopper::reports).map(config::stopTrialsWhen).orElse(config);
    config = lenient ? config.lenientMetrics() : config;
    return seconds.map(Duration::ofSeconds).map(config::timeBudget).orElse(config);
  }

  /// A run retries by itself.
  private RunConfig runConfig(boolean hasRuns) {
    RunConfig run = name.map(RunConfig::named).orElse(RunConfig.defaults());
    run = storage.map(run::storage).orElse(run);
    run = hasRuns ? retries.map(FailureConfig::retries).map(run::failures).orElse(run) : run;
    run = fresh ? run.fresh() : run;
    return quiet ? run.quiet() : run;
  }
}
