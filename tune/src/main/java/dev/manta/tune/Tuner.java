package dev.manta.tune;

import dev.manta.LibraryTrainer;
import dev.manta.Manta;
import dev.manta.Trainer;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.internal.console.ExperimentView;
import dev.manta.tune.internal.drive.ExperimentLookup;
import dev.manta.tune.internal.drive.ExperimentSignals;
import dev.manta.tune.internal.drive.OpenExperiment;
import dev.manta.tune.internal.drive.Trainable;
import dev.manta.tune.internal.search.Auto;
import dev.manta.tune.internal.trial.FunctionMethod;
import dev.manta.tune.internal.trial.TrialFunction;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A search for the best config of a function or a trainer: what runs trials, where their points
/// lie, and how they are found. Immutable; nothing happens before [#fit].
public final class Tuner {
  private final Trainable trainable;
  private final Optional<Space> space;
  private final Optional<TuneConfig> search;
  private final RunConfig run;

  private Tuner(
      Trainable trainable, Optional<Space> space, Optional<TuneConfig> search, RunConfig run) {
    this.trainable = trainable;
    this.space = space;
    this.search = search;
    this.run = run;
  }

  /// A static method whose value is that of the goal, such as `Search::loss`; its parameter is the
  /// config record.
  public static <C> Tuner of(TrialObjective<C> function) {
    return of(TrialFunction.of(function));
  }

  /// A static method that reports while it runs, such as `Search::train`; its parameter says what
  /// the config record is.
  public static <C> Tuner ofLoop(TrialLoop<C> function) {
    return of(TrialFunction.of(function));
  }

  /// A function whose value is that of the goal, and its config record, or [Point].
  public static <C> Tuner of(Class<C> config, TrialObjective<C> function) {
    return of(TrialFunction.of(function, config));
  }

  /// A function that reports while it runs, and its config record, or [Point].
  public static <C> Tuner ofLoop(Class<C> config, TrialLoop<C> function) {
    return of(TrialFunction.ofLoop(function, config));
  }

  /// A trainer, whose runs are the trials: each with workers of its own, as its scaling says. The
  /// config that it has is replaced by those of trials; a component without a domain keeps its
  /// value.
  public static Tuner of(Trainer trainer) {
    return of(new TrainerTrials(trainer, trainer.configType(), Manta.local()));
  }

  /// The trainer of a library. Each trial is a run with a config of its own.
  public static Tuner of(LibraryTrainer<?> trainer) {
    return of(trainer.trainer());
  }

  /// A class and the name of its static method, which takes a config record, a [TrialContext] of
  /// one, or a `TrainContext` of one: for Kotlin, Scala, and names that come from outside.
  public static Tuner of(String className, String method) {
    var names = new LoopSpec(className, method, "", "");
    ClassLoader loader = ProgramLoader.seeing(className);
    Method found = FunctionMethod.find(names, loader);
    if (found.getParameterTypes()[0] != TrainContext.class) {
      return of(TrialFunction.of(names, loader));
    }
    Class<?> config = TrialFunction.config(found);
    Trainer trainer = Trainer.of(className, method, Map.of());
    return of(new TrainerTrials(trainer, Optional.of(config), Manta.local()));
  }

  private static Tuner of(TrialFunction<?> function) {
    return of(new FunctionTrials<>(function, false, List.of(), Map.of()));
  }

  private static Tuner of(Trainable trainable) {
    return new Tuner(trainable, Optional.empty(), Optional.empty(), RunConfig.defaults());
  }

  /// The class of the config that trials get.
  public Optional<Class<?>> config() {
    return trainable.config();
  }

  /// Whether its trials are runs of a trainer, with workers and retries of their own.
  public boolean hasRuns() {
    return trainable instanceof TrainerTrials;
  }

  /// Where points lie; what the annotations of the config record say unless set.
  public Tuner space(Space other) {
    return new Tuner(trainable, Optional.of(other), search, run);
  }

  /// What the search is for, and how it goes about it.
  public Tuner search(TuneConfig other) {
    return new Tuner(trainable, space, Optional.of(other), run);
  }

  /// The experiment's name, storage and environment; trials of a trainer, which are runs, have its
  /// trackers and tags too, and a tag `experiment` with its name. An unfinished experiment of that
  /// name is resumed; a finished one is kept, and a number added to the name.
  public Tuner run(RunConfig other) {
    return new Tuner(trainable, space, search, other);
  }

  /// Trials of a trainer have these workers, rather than those that the trainer says.
  public Tuner scaling(ScalingConfig scaling) {
    if (trainable instanceof TrainerTrials trials) {
      Trainer scaled = trials.trainer().scaling(scaling);
      return with(new TrainerTrials(scaled, trials.config(), trials.where()));
    }
    throw new IllegalArgumentException(
        "trials of a plain function have no workers: let it take a TrainContext, or leave scaling"
            + " out");
  }

  /// Trials of a trainer run there; on this machine, or the cluster that the variable
  /// `MANTA_ADDRESS` names, unless set.
  public Tuner on(Manta where) {
    if (trainable instanceof TrainerTrials trials) {
      return with(new TrainerTrials(trials.trainer(), trials.config(), where));
    }
    throw new IllegalArgumentException(
        "on() is for trainers; trials of plain functions are processes of this machine");
  }

  /// Trials of a function are threads of this process, rather than processes of their own: quicker
  /// to begin, but one that crashes takes the experiment along. Any function will do, such as a
  /// lambda.
  public Tuner threads() {
    FunctionTrials<?> function = function("threads()");
    return with(new FunctionTrials<>(function.function(), true, function.jvmOptions(), Map.of()));
  }

  /// Options of the JVMs of worker processes, such as `-Xmx2g`.
  public Tuner jvmOptions(String... options) {
    FunctionTrials<?> function = function("jvmOptions()");
    return with(
        new FunctionTrials<>(
            function.function(), function.inThreads(), List.of(options), Map.of()));
  }

  private FunctionTrials<?> function(String what) {
    if (trainable instanceof FunctionTrials<?> function) {
      return function;
    }
    throw new IllegalArgumentException(
        what + " is for plain functions; a trainer says how it runs with scaling(…)");
  }

  private Tuner with(Trainable other) {
    return new Tuner(other, space, search, run);
  }

  /// Runs trials until the experiment ends, or is stopped.
  public ResultGrid fit() {
    TuneConfig config = search.orElseThrow(Tuner::noSearch);
    Trainable tuned = trainable.with(run);
    Location root = Location.parse(run.storage().orElseGet(tuned::storage));
    tuned.check(root);
    config.scheduler().check(tuned.workers());
    Space where = completed(space.orElseGet(this::annotated));
    var wanted = new OpenExperiment.Wanted(config, where, tuned.name(), tuned.workers());
    try (OpenExperiment open = new ExperimentLookup(root, run).open(wanted);
        ExperimentView view = ExperimentView.open(open.name(), config, run.silent());
        var signals = new ExperimentSignals(open, view::say)) {
      assert signals != null;
      if (config.searcher() instanceof Auto) {
        view.say("searcher: " + Auto.chosen(open.state().history()));
      }
      open.toEnd(
          told -> tuned.runner(open, where, config, told),
          tuned.capacity(config.concurrent()),
          view);
      ResultGrid results = open.results();
      view.end(open.state(), results);
      return results;
    }
  }

  private static IllegalArgumentException noSearch() {
    return new IllegalArgumentException(
        "the tuner does not know what it is for: say search(TuneConfig.minimize(\"loss\")…)");
  }

  private Space completed(Space some) {
    return trainable.given().map(some::rest).orElse(some);
  }

  private Space annotated() {
    Class<?> type =
        trainable
            .config()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "what is tuned does not say where points lie: say"
                            + " space(Space.of().logUniform(\"lr\", 1e-5, 1e-1)…)"));
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          type.getName() + " is not a record, so it does not say where points lie: say space(…)");
    }
    return Space.of(type.asSubclass(Record.class));
  }
}
