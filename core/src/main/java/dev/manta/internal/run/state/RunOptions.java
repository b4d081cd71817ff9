package dev.manta.internal.run.state;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What a run's config says, for who looks at the run later. Code is there by the name of its
/// class; of variables and of the JVM's properties only the names are there, as values may be
/// secret.
public record RunOptions(
    Optional<String> storage,
    Duration storagePatience,
    FailureConfig failures,
    CheckpointConfig checkpoints,
    Map<String, ReportReduction> reductions,
    Map<String, String> tags,
    List<String> trackers,
    List<String> listeners,
    List<String> notices,
    List<String> environment,
    List<String> passes,
    List<StopCondition> stops,
    Optional<System.Logger.Level> logLevel,
    boolean startsOver,
    boolean acceptsOtherFunction,
    boolean hidesOtherRanks,
    boolean silent) {
  private static final String PROPERTY = "-D";

  public static Json of(RunConfig config) {
    return Bind.write(
        new RunOptions(
            config.storage(),
            config.storagePatience(),
            config.failures(),
            config.checkpoints(),
            new TreeMap<>(config.reductions()),
            new TreeMap<>(config.tags()),
            classes(config.trackers()),
            classes(config.listeners()),
            classes(config.notices()),
            config.environment().keySet().stream().sorted().toList(),
            config.passes(),
            config.stops(),
            config.logLevel(),
            config.startsOver(),
            config.acceptsOtherFunction(),
            config.hidesOtherRanks(),
            config.silent()));
  }

  /// A lambda has the class that it was written in.
  private static List<String> classes(List<?> code) {
    return code.stream()
        .map(each -> each.getClass().getName().replaceFirst("\\$\\$.*", ""))
        .toList();
  }

  public static Json scaling(ScalingConfig config) {
    String[] options =
        config.jvm().options().stream().map(RunOptions::withoutValue).toArray(String[]::new);
    return Bind.write(config.jvmOptions(options));
  }

  private static String withoutValue(String option) {
    int equals = option.indexOf('=');
    return option.startsWith(PROPERTY) && equals > 0 ? option.substring(0, equals) : option;
  }
}
