package dev.manta.tune.internal.pool;

import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerVariables;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.code.ClassPath;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.code.ShellVariables;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.storage.Location;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.trial.TrialFunction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What the worker processes of an experiment are started with.
///
/// @param jvmOptions options of their JVMs
/// @param environment added to their environment
public record PoolPlan(
    TrialFunction<?> function,
    TuneConfig config,
    RunSite site,
    List<String> jvmOptions,
    Map<String, String> environment) {
  /// A JVM without memory is of no use to the next trial.
  private static final String ENDS_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  public PoolPlan {
    jvmOptions = List.copyOf(jvmOptions);
    environment = Map.copyOf(environment);
  }

  /// Refuses a function or a storage that exists in this process alone.
  public static void requireReachable(TrialFunction<?> function, Location root) {
    ClassLoader loader = ProgramLoader.seeing(function.spec().className());
    LoopSpec spec = function.spec();
    ClassPath.requireHolds(ClassPath.ofUser(loader), spec.className(), loader);
    ShellVariables.requireNone(spec.className(), spec.method(), loader, "function");
    if (root.scheme().equals("mem")) {
      throw new MantaException(
          ErrorCode.USER,
          "the storage %s is in the memory of this process, which worker processes cannot reach: give a directory, or let trials be threads with threads()"
              .formatted(root));
    }
  }

  TrialMessage.Setup setup() {
    LoopSpec spec = function.spec();
    return new TrialMessage.Setup(
        spec.className(),
        spec.method(),
        function.objective(),
        function.type().getName(),
        config.goals().getFirst().metric(),
        site.location().toString());
  }

  GroupSettings settings() {
    ClassLoader loader = ProgramLoader.seeing(function.spec().className());
    List<String> classPath = ClassPath.ofUser(loader);
    List<String> options = new ArrayList<>(List.of(ENDS_WITHOUT_MEMORY));
    options.addAll(jvmOptions);
    int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / config.concurrent());
    return new GroupSettings(
        site.id(),
        classPath,
        options,
        new WorkerVariables(environment, Map.of(), threads, 1),
        site.directory().toString(),
        1,
        Duration.ZERO);
  }
}
