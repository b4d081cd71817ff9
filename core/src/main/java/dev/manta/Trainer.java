package dev.manta;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.loop.Loops;
import dev.manta.spi.json.Json;
import dev.manta.spi.script.ScriptLoop;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import dev.manta.train.ValidationConfig;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// What to train: a training function with its config, and how it is to be run. Immutable; nothing
/// happens before [#fit].
public final class Trainer {
  private final TrainedFunction function;
  private final ScalingConfig scaling;
  private final RunConfig run;
  private final Optional<ValidationConfig> validation;
  private final Optional<Checkpoint> start;
  private final Map<String, String> datasets;

  private Trainer(
      TrainedFunction function,
      ScalingConfig scaling,
      RunConfig run,
      Optional<ValidationConfig> validation,
      Optional<Checkpoint> start,
      Map<String, String> datasets) {
    this.function = function;
    this.scaling = scaling;
    this.run = run;
    this.validation = validation;
    this.start = start;
    this.datasets = Map.copyOf(datasets);
  }

  /// A static method reference, such as `Digits::train`, and its config record.
  public static <C> Trainer of(TrainLoop<C> loop, C config) {
    return of(Loops.resolve(loop, config));
  }

  /// A class that implements the loop and has a constructor without parameters.
  public static <C> Trainer of(Class<? extends TrainLoop<C>> loop, C config) {
    return of(Loops.resolve(loop, config));
  }

  /// A static method reference and the class of its config record, for a tuner, which finds the
  /// config; it cannot be trained without one.
  public static <C> Trainer of(TrainLoop<C> loop, Class<C> config) {
    return of(Loops.awaiting(Loops.resolve(loop, null), config));
  }

  /// A class that implements the loop and has a constructor without parameters, and the class of
  /// its config record, for a tuner.
  public static <C> Trainer of(Class<? extends TrainLoop<C>> loop, Class<C> config) {
    return of(Loops.awaiting(Loops.resolve(loop, null), config));
  }

  /// A class and the name of its static method: for Kotlin, Scala, and names that come from
  /// outside.
  public static Trainer of(String className, String method, Object config) {
    return of(Loops.resolve(className, method, config));
  }

  /// A script in another language, with its interpreter: frameworks make those.
  public static Trainer of(ScriptLoop script) {
    return of(new TrainedFunction.OfScript(script));
  }

  private static Trainer of(LoopSpec loop) {
    return of(new TrainedFunction.OfProgram(loop, Optional.empty()));
  }

  private static Trainer of(TrainedFunction function) {
    return new Trainer(
        function,
        ScalingConfig.workers(1),
        RunConfig.defaults(),
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  /// The same function with another config.
  public Trainer config(Object config) {
    return function(function.config(config));
  }

  /// The same, where only a field of the config is what users give and a search may change; a
  /// library's trainer keeps its own settings in the other fields.
  ///
  /// @param type the class of the field's value
  public Trainer configField(String field, Class<?> type) {
    return switch (function) {
      case TrainedFunction.OfProgram(LoopSpec loop, var _) ->
          function(new TrainedFunction.OfProgram(loop, Optional.of(new ConfigPart(field, type))));
      case TrainedFunction.OfScript(ScriptLoop script) ->
          throw new IllegalArgumentException(
              script.file() + " is a script, whose config is what it is given");
    };
  }

  private Trainer function(TrainedFunction other) {
    return new Trainer(other, scaling, run, validation, start, datasets);
  }

  /// The class of its config, or of the field that users give; empty where it has none, or one
  /// without a type, such as a map.
  public Optional<Class<?>> configType() {
    return function.configType();
  }

  /// The config that its runs have as JSON, or the field of it that users give; empty where it has
  /// none.
  public Optional<Json> config() {
    return function.config();
  }

  /// The script that it runs; empty for a function of this program.
  public Optional<ScriptLoop> script() {
    return function instanceof TrainedFunction.OfScript(ScriptLoop script)
        ? Optional.of(script)
        : Optional.empty();
  }

  /// How many workers, and what each gets. One worker by default.
  public Trainer scaling(ScalingConfig scaling) {
    return new Trainer(function, scaling, run, validation, start, datasets);
  }

  /// How many workers, and what each gets.
  public ScalingConfig scaling() {
    return scaling;
  }

  /// The run's name, storage, failures, checkpoints and listeners.
  public Trainer run(RunConfig run) {
    return new Trainer(function, scaling, run, validation, start, datasets);
  }

  /// The same with something changed of what [#run(RunConfig)] has set.
  public Trainer run(UnaryOperator<RunConfig> change) {
    return run(change.apply(run));
  }

  /// A function that scores committed checkpoints beside training; it is one of this program, and
  /// so is the function that trains.
  public Trainer validation(ValidationConfig validation) {
    if (function instanceof TrainedFunction.OfScript(ScriptLoop script)) {
      throw new IllegalArgumentException(
          "%s cannot be validated by a Java function: score its checkpoints in the script, or with Result.checkpoints()"
              .formatted(script.file()));
    }
    return new Trainer(function, scaling, run, Optional.of(validation), start, datasets);
  }

  /// Begins from this checkpoint where the run has none of its own.
  public Trainer startFrom(Checkpoint checkpoint) {
    return new Trainer(function, scaling, run, validation, Optional.of(checkpoint), datasets);
  }

  /// A dataset that ranks share out: each row of a pass goes to one of them. The function gets its
  /// part with `ctx.dataset(name)`.
  public Trainer dataset(String name, Dataset dataset) {
    return dataset(name, dataset, DataConfig.split());
  }

  /// A dataset that ranks share out, or that each of them reads as a whole; prepared in the ranks'
  /// processes or beside them.
  public Trainer dataset(String name, Dataset dataset, DataConfig config) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,60}")) {
      throw new IllegalArgumentException(
          "a dataset's name is letters, digits, '.', '_' or '-': \"" + name + "\"");
    }
    Map<String, String> more = new HashMap<>(datasets);
    more.put(name, dataset.spec(config).text());
    return new Trainer(function, scaling, run, validation, start, more);
  }

  /// Trains, and waits for the end.
  ///
  /// @throws TrainingFailed when the run ended with an error; it carries what there is of the
  ///   result
  public Result fit() {
    return Manta.local().fit(this);
  }

  TrainedFunction function() {
    return function;
  }

  LoopSpec loop() {
    return function.loop();
  }

  RunConfig run() {
    return run;
  }

  Optional<ValidationConfig> validation() {
    return validation;
  }

  Map<String, String> datasets() {
    return datasets;
  }

  Optional<Checkpoint> start() {
    return start;
  }
}
