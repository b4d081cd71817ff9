package dev.manta.train;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/// A run's name, where it keeps things, how it deals with failures, and who listens.
///
/// @param name the run's name; empty makes one from the loop's class
/// @param storage where the run's directory lies: a local path or a location; empty is `manta-runs`
///   in the home directory
/// @param storagePatience how long failing storage is retried before the run fails
/// @param failures what happens when a worker fails
/// @param checkpoints which checkpoints are kept
/// @param reductions how a metric is reduced over ranks; keys that are not named take rank 0's
///   value
/// @param tags what trackers show of the run beside its config, such as who began it
/// @param trackers carry reports to experiment trackers
/// @param listeners hear what happens
/// @param notices where it is learnt that this machine will be taken away
/// @param environment added to the environment of workers
/// @param passes names and patterns of the driver's variables that workers on other machines get
///   too
/// @param stops when the run stops by itself
/// @param logLevel the lowest level that workers log; empty for that of the variable
///   `MANTA_LOG_LEVEL`, or `INFO`
/// @param startsOver whether to start over where an unfinished run of that name would be resumed
/// @param acceptsOtherFunction whether an unfinished run of that name resumes though a function of
///   another name began it
/// @param hidesOtherRanks whether only what rank 0 prints is shown
/// @param silent whether nothing is printed
public record RunConfig(
    Optional<String> name,
    Optional<String> storage,
    Duration storagePatience,
    FailureConfig failures,
    CheckpointConfig checkpoints,
    Map<String, ReportReduction> reductions,
    Map<String, String> tags,
    List<Tracker> trackers,
    List<RunListener> listeners,
    List<NoticeSource> notices,
    Map<String, String> environment,
    List<String> passes,
    List<StopCondition> stops,
    Optional<System.Logger.Level> logLevel,
    boolean startsOver,
    boolean acceptsOtherFunction,
    boolean hidesOtherRanks,
    boolean silent) {
  private static final int NAME_LENGTH_MAX = 100;
  private static final Duration STORAGE_PATIENCE = Duration.ofMinutes(10);

  public RunConfig {
    name.ifPresent(RunConfig::requireName);
    if (storagePatience.isNegative()) {
      throw new IllegalArgumentException(
          "storagePatience must not be negative, but is " + storagePatience);
    }
    reductions = Map.copyOf(reductions);
    tags.forEach(RunConfig::requireTag);
    tags = Map.copyOf(tags);
    trackers = List.copyOf(trackers);
    listeners = List.copyOf(listeners);
    notices = List.copyOf(notices);
    environment = Map.copyOf(environment);
    passes.forEach(RunConfig::requirePattern);
    passes = List.copyOf(passes);
    stops = List.copyOf(stops);
  }

  /// Defaults throughout.
  public static RunConfig defaults() {
    return new RunConfig(
        Optional.empty(),
        Optional.empty(),
        STORAGE_PATIENCE,
        FailureConfig.retries(3),
        CheckpointConfig.keepAll(),
        Map.of(),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        false,
        false,
        false,
        false);
  }

  /// A run of that name. An unfinished run of the same name and storage resumes from its last
  /// checkpoint.
  public static RunConfig named(String name) {
    return defaults().with(c -> c.name = Optional.of(name));
  }

  /// The same under another name.
  public RunConfig name(String name) {
    return with(c -> c.name = Optional.of(name));
  }

  /// Where the run's directory lies: a local path, or what a `StorageProvider` on the class path
  /// serves.
  public RunConfig storage(String location) {
    return with(c -> c.storage = Optional.of(location));
  }

  /// How long the driver retries failing storage before the run fails; ten minutes unless set.
  /// Ranks train on meanwhile.
  public RunConfig storagePatience(Duration howLong) {
    return with(c -> c.storagePatience = howLong);
  }

  /// What happens when a worker fails; three retries unless set.
  public RunConfig failures(FailureConfig failures) {
    return with(c -> c.failures = failures);
  }

  /// Which checkpoints are kept and how they are stored; all, in the background, unless set.
  public RunConfig checkpoints(CheckpointConfig checkpoints) {
    return with(c -> c.checkpoints = checkpoints);
  }

  /// Reduces a metric over ranks; nested keys are joined by `/`.
  public RunConfig reduce(String key, ReportReduction reduction) {
    return with(c -> c.reductions.put(key, reduction));
  }

  /// Adds a tag that trackers show, such as `tag("team", "vision")`; there is none unless set.
  public RunConfig tag(String name, String value) {
    return with(c -> c.tags.put(name, value));
  }

  /// Adds an experiment tracker; there is none unless set.
  public RunConfig tracker(Tracker tracker) {
    return with(c -> c.trackers.add(tracker));
  }

  /// Shows the run in the browser until it ends, and prints the address, which others cannot guess.
  /// The module `manta-dashboard` must be on the class path.
  public RunConfig dashboard() {
    DashboardProvider provider =
        ServiceLoader.load(DashboardProvider.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "there is no dashboard on the class path; add dev.manta:manta-dashboard, or"
                            + " look at the run with `manta dashboard`"));
    return tracker(provider.tracker());
  }

  /// Adds a listener; there is none unless set. Its calls come in order, on a thread of its own.
  public RunConfig listener(RunListener listener) {
    return with(c -> c.listeners.add(listener));
  }

  /// Looks there for a notice that this machine will be taken away; the run then stops with a last
  /// checkpoint.
  public RunConfig notices(NoticeSource source) {
    return with(c -> c.notices.add(source));
  }

  /// Sets a variable in the environment of every worker.
  public RunConfig environment(String variable, String value) {
    return with(c -> c.environment.put(variable, value));
  }

  /// Hands variables of the driver to workers on other machines, by name or pattern such as
  /// `AWS_*`; workers on this machine have all of them. Values are written nowhere.
  public RunConfig passes(String... names) {
    return with(c -> c.passes.addAll(List.of(names)));
  }

  /// Starts a new run even if an unfinished one of that name could be resumed: the old one is kept,
  /// and the new one gets the next free name, such as `digits-2`.
  public RunConfig fresh() {
    return with(c -> c.startsOver = true);
  }

  /// Resumes an unfinished run of that name, as is done unless [#fresh] was said before.
  public RunConfig resuming() {
    return with(c -> c.startsOver = false);
  }

  /// Says that the training function, or its class, was renamed: an unfinished run of that name
  /// resumes though a function of another name began it, which is refused otherwise.
  public RunConfig renamedFunction() {
    return with(c -> c.acceptsOtherFunction = true);
  }

  /// Stops by itself when this is so; of several conditions the first one that is met counts.
  public RunConfig stopWhen(StopCondition condition) {
    return with(c -> c.stops.add(condition));
  }

  /// The lowest level that workers log, by `ctx.logger()`, `System.Logger` and `java.util.logging`,
  /// unless these are configured otherwise; unless set, that of the variable `MANTA_LOG_LEVEL`, or
  /// `INFO`.
  public RunConfig logLevel(System.Logger.Level least) {
    return with(c -> c.logLevel = Optional.of(least));
  }

  /// Shows only what rank 0 prints; the logs have what all ranks print.
  public RunConfig quietRanks() {
    return with(c -> c.hidesOtherRanks = true);
  }

  /// Prints nothing.
  public RunConfig quiet() {
    return with(c -> c.silent = true);
  }

  private RunConfig with(java.util.function.Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  private static void requirePattern(String name) {
    if (!name.matches("[A-Za-z0-9_*?]+")) {
      throw new IllegalArgumentException(
          "passes takes names of variables, in which * and ? stand for any characters, such as"
              + " AWS_*: \""
              + name
              + "\"");
    }
  }

  private static void requireTag(String name, String value) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("a tag needs a name; its value is \"" + value + "\"");
    }
  }

  private static void requireName(String name) {
    boolean legal =
        !name.isEmpty()
            && name.length() <= NAME_LENGTH_MAX
            && Character.isLetterOrDigit(name.charAt(0))
            && name.chars()
                .allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0));
    if (!legal) {
      throw new IllegalArgumentException(
          "a run's name is 1 to "
              + NAME_LENGTH_MAX
              + " letters, digits, '.', '_' or '-' and starts with a letter or digit: \""
              + name
              + "\"");
    }
  }

  private static final class Draft {
    private Optional<String> name;
    private Optional<String> storage;
    private Duration storagePatience;
    private FailureConfig failures;
    private CheckpointConfig checkpoints;
    private final Map<String, ReportReduction> reductions;
    private final Map<String, String> tags;
    private final List<Tracker> trackers;
    private final List<RunListener> listeners;
    private final List<NoticeSource> notices;
    private final Map<String, String> environment;
    private final List<String> passes;
    private final List<StopCondition> stops;
    private Optional<System.Logger.Level> logLevel;
    private boolean startsOver;
    private boolean acceptsOtherFunction;
    private boolean hidesOtherRanks;
    private boolean silent;

    Draft(RunConfig from) {
      name = from.name;
      storage = from.storage;
      storagePatience = from.storagePatience;
      failures = from.failures;
      checkpoints = from.checkpoints;
      reductions = new TreeMap<>(from.reductions);
      tags = new TreeMap<>(from.tags);
      trackers = new ArrayList<>(from.trackers);
      listeners = new ArrayList<>(from.listeners);
      notices = new ArrayList<>(from.notices);
      environment = new TreeMap<>(from.environment);
      passes = new ArrayList<>(from.passes);
      stops = new ArrayList<>(from.stops);
      logLevel = from.logLevel;
      startsOver = from.startsOver;
      acceptsOtherFunction = from.acceptsOtherFunction;
      hidesOtherRanks = from.hidesOtherRanks;
      silent = from.silent;
    }

    RunConfig done() {
      return new RunConfig(
          name,
          storage,
          storagePatience,
          failures,
          checkpoints,
          reductions,
          tags,
          trackers,
          listeners,
          notices,
          environment,
          passes,
          stops,
          logLevel,
          startsOver,
          acceptsOtherFunction,
          hidesOtherRanks,
          silent);
    }
  }
}
