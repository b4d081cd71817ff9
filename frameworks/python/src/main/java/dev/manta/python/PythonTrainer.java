package dev.manta.python;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.python.internal.Interpreter;
import dev.manta.python.internal.PipEnvironment;
import dev.manta.python.internal.PythonLibrary;
import dev.manta.python.internal.Script;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.script.ScriptLoop;
import dev.manta.storage.Location;
import dev.manta.train.Retries;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A [Trainer] for scripts in Python: each rank is a Python process, in which `import manta`
/// reports metrics and checkpoints. Immutable; nothing happens before [#fit].
///
/// ```java
/// PythonTrainer.script("train.py").args("--lr", "1e-3").scaling(ScalingConfig.workers(2)).fit();
/// ```
public final class PythonTrainer {
  private static final String SOURCES = ".py";

  private final Script script;
  private final Choice choice;
  private final RunConfig run;
  private final UnaryOperator<Trainer> settings;

  private PythonTrainer(
      Script script, Choice choice, RunConfig run, UnaryOperator<Trainer> settings) {
    this.script = script;
    this.choice = choice;
    this.run = run;
    this.settings = settings;
  }

  /// A script that trains as a whole, as one for `torchrun` does.
  ///
  /// @param file a relative path is below the directory that the program was started in
  public static PythonTrainer script(String file) {
    return of(file, "", arguments(List.of()));
  }

  /// A function of a script that is called with a config.
  ///
  /// @param config a record, a map or JSON: the function gets it as a `dict`
  public static PythonTrainer function(String file, String function, Object config) {
    if (function.isBlank()) {
      throw new IllegalArgumentException("the name of the function is blank");
    }
    return of(file, function, config instanceof Json json ? json : Bind.write(config));
  }

  private static PythonTrainer of(String file, String function, Json config) {
    Path path = Location.directory().resolve(file);
    return new PythonTrainer(
        new Script(path, function, config),
        Choice.USUAL,
        RunConfig.defaults(),
        UnaryOperator.identity());
  }

  private static Json arguments(List<String> all) {
    return JsonObject.EMPTY.with("arguments", new JsonArray(all.stream().map(Json::of).toList()));
  }

  /// What the script finds in `sys.argv` behind its name.
  public PythonTrainer args(String... arguments) {
    if (!script.function().isEmpty()) {
      throw new IllegalArgumentException(
          "a function has a config and no arguments: " + script.function());
    }
    Script given = script.config(arguments(List.of(arguments)));
    return new PythonTrainer(given, choice, run, settings);
  }

  /// The interpreter, or the directory of a virtual environment. By default what `MANTA_PYTHON`
  /// names, the active virtual environment, `.venv` beside the script, or `python3`.
  public PythonTrainer python(String path) {
    var chosen = new Choice(Optional.of(path), choice.requirements(), choice.directory());
    return new PythonTrainer(script, chosen, run, settings);
  }

  /// Ranks run in a virtual environment with the packages of a requirements file. It is made once
  /// for each content of the file, with uv or pip, and kept in the user's cache. Other nodes make
  /// it too, where it is not there.
  ///
  /// @param file a relative path is below the directory that the program was started in
  public PythonTrainer requirements(String file) {
    Optional<Path> packages = Optional.of(Location.directory().resolve(file));
    var chosen = new Choice(choice.python(), packages, choice.directory());
    return new PythonTrainer(script, chosen, run, settings);
  }

  /// The directory that ranks begin in: by default the one that the program was started in. Nodes
  /// of a cluster must have it too, as its files are not sent there.
  ///
  /// @param directory a relative path is below the directory that the program was started in
  public PythonTrainer workingDirectory(Path directory) {
    Optional<Path> absolute = Optional.of(Location.directory().resolve(directory));
    var chosen = new Choice(choice.python(), choice.requirements(), absolute);
    return new PythonTrainer(script, chosen, run, settings);
  }

  /// How many workers, and what each gets. One worker by default.
  public PythonTrainer scaling(ScalingConfig scaling) {
    return and(trainer -> trainer.scaling(scaling));
  }

  /// The run's name, storage, failures, checkpoints and listeners.
  public PythonTrainer run(RunConfig newRun) {
    return new PythonTrainer(script, choice, newRun, settings);
  }

  /// Begins from this checkpoint where the run has none of its own.
  public PythonTrainer startFrom(Checkpoint checkpoint) {
    return and(trainer -> trainer.startFrom(checkpoint));
  }

  /// A dataset that ranks share out: each row of a pass goes to one of them.
  public PythonTrainer dataset(String name, Dataset dataset) {
    return and(trainer -> trainer.dataset(name, dataset));
  }

  /// A dataset that ranks share out, or that each of them reads as a whole.
  public PythonTrainer dataset(String name, Dataset dataset, DataConfig config) {
    return and(trainer -> trainer.dataset(name, dataset, config));
  }

  private PythonTrainer and(UnaryOperator<Trainer> more) {
    return new PythonTrainer(script, choice, run, trainer -> more.apply(settings.apply(trainer)));
  }

  /// Trains, and waits for the end.
  ///
  /// @throws TrainingFailed when the run ended with an error
  public Result fit() {
    return trainer().fit();
  }

  /// The same as a plain trainer. The script is looked at first: a missing interpreter, script,
  /// package or function is named here, before any rank starts.
  public Trainer trainer() {
    String hash = script.hash();
    choice.requireDirectory();
    Interpreter base = Interpreter.find(choice.python(), script.file(), System.getenv());
    Optional<PipEnvironment> environment =
        choice.requirements().map(file -> new PipEnvironment(file, base));
    Interpreter interpreter = environment.map(PipEnvironment::interpreter).orElse(base);
    WorkerRuntime.Interpreter runtime = runtime(base, environment);
    Map<String, String> variables = new HashMap<>(run.environment());
    variables.putAll(runtime.environment());
    interpreter.require(script.file(), script.function(), variables);
    var loop =
        new ScriptLoop(
            Script.LANGUAGE,
            script.file().toString(),
            script.function(),
            script.config(),
            hash,
            runtime);
    return settings.apply(Trainer.of(loop)).run(run);
  }

  /// Which interpreter runs the script, and where.
  private record Choice(
      Optional<String> python, Optional<Path> requirements, Optional<Path> directory) {
    static final Choice USUAL = new Choice(Optional.empty(), Optional.empty(), Optional.empty());

    void requireDirectory() {
      Optional<Path> missing = directory.filter(path -> !Files.isDirectory(path));
      if (missing.isPresent()) {
        throw new MantaException(
            ErrorCode.USER, "there is no working directory " + missing.get() + "; create it first");
      }
    }
  }

  /// The script's directory is what it imports its own modules from.
  private WorkerRuntime.Interpreter runtime(
      Interpreter base, Optional<PipEnvironment> environment) {
    String scripts = String.valueOf(script.file().getParent());
    List<WorkerRuntime.Folder> folders = new ArrayList<>();
    String library = PythonLibrary.directory().toString();
    folders.add(new WorkerRuntime.Folder(PythonLibrary.VARIABLE, library, SOURCES));
    folders.add(new WorkerRuntime.Folder("MANTA_SCRIPTS", scripts, SOURCES));
    environment.map(PipEnvironment::folder).ifPresent(folders::add);
    return new WorkerRuntime.Interpreter(
        environment.isPresent() ? base.workerInEnvironment() : base.worker(),
        variables(scripts),
        folders,
        List.of(),
        environment.isPresent());
  }

  private Map<String, String> variables(String scripts) {
    Map<String, String> variables = new HashMap<>();
    variables.put("MANTA_DIRECTORY", Location.directory().toString());
    variables.put("MANTA_SCRIPTS_FROM", scripts);
    variables.put("TORCHELASTIC_MAX_RESTARTS", restarts(run.failures().retries()));
    variables.put("MANTA_WORKING_DIRECTORY", choice.directory().map(Path::toString).orElse(""));
    return variables;
  }

  /// As torchrun counts them: it has no value for unlimited.
  private static String restarts(Retries retries) {
    return switch (retries) {
      case Retries.AtMost(int count) -> Integer.toString(count);
      case Retries.Unlimited _ -> Integer.toString(Integer.MAX_VALUE);
    };
  }
}
