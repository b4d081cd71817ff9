package dev.manta.tune;

import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.tune.internal.drive.Capacity;
import dev.manta.tune.internal.drive.MachineCapacity;
import dev.manta.tune.internal.drive.OpenExperiment;
import dev.manta.tune.internal.drive.ThreadTrials;
import dev.manta.tune.internal.drive.Trainable;
import dev.manta.tune.internal.drive.TrialRunner;
import dev.manta.tune.internal.pool.PoolPlan;
import dev.manta.tune.internal.pool.ProcessTrials;
import dev.manta.tune.internal.trial.TrialFunction;
import dev.manta.tune.internal.trial.TrialNews;
import dev.manta.tune.internal.trial.TrialRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Trials of a plain function, in processes or threads.
///
/// @param jvmOptions options of the processes' JVMs
/// @param environment added to the processes' environment
record FunctionTrials<C>(
    TrialFunction<C> function,
    boolean inThreads,
    List<String> jvmOptions,
    Map<String, String> environment)
    implements Trainable {
  @Override
  public String name() {
    return function.name();
  }

  @Override
  public Optional<Class<?>> config() {
    return Optional.of(function.type());
  }

  @Override
  public void check(Location root) {
    if (!inThreads) {
      PoolPlan.requireReachable(function, root);
    }
  }

  @Override
  public Trainable with(RunConfig run) {
    TunedRun.requireForFunction(run);
    return new FunctionTrials<>(function, inThreads, jvmOptions, run.environment());
  }

  @Override
  public Capacity capacity(int concurrent) {
    return MachineCapacity.ofFunctions(concurrent);
  }

  @Override
  public TrialRunner runner(OpenExperiment open, Space space, TuneConfig config, TrialNews told) {
    if (inThreads) {
      var configs = new TrialRun.Configs<>(space, function.type());
      String metric = config.goals().getFirst().metric();
      return new ThreadTrials<>(
          function.body().reporting(metric),
          configs,
          open.checkpoints(),
          config.concurrent(),
          told);
    }
    var plan = new PoolPlan(function, config, open.site(), jvmOptions, environment);
    return new ProcessTrials(plan, told);
  }
}
