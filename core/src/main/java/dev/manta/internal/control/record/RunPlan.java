package dev.manta.internal.control.record;

import dev.manta.cluster.Demand;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.util.Map;
import java.util.Optional;

/// Everything that is to be done: what the front door hands to a run.
///
/// @param startFrom the location of a checkpoint to begin with where the run has none of its own;
///   empty for none
/// @param datasets by name, as they travel to workers
/// @param runtime what workers are
/// @param codeHash what identifies that code; empty where nobody looked
/// @param sampledByAbsolutePath whether the run was begun by an older version, whose samples of
///   files are chosen by absolute paths
/// @param holds which of its checkpoints somebody beside it needs
public record RunPlan(
    RunConfig run,
    ScalingConfig scaling,
    LoopSpec loop,
    Optional<Validation> validation,
    String startFrom,
    Map<String, String> datasets,
    WorkerRuntime runtime,
    String codeHash,
    Limits limits,
    boolean sampledByAbsolutePath,
    CheckpointHolds holds) {
  /// A function that scores checkpoints, and which ones.
  public record Validation(LoopSpec function, ValidationRules rules) {}

  public RunPlan {
    datasets = Map.copyOf(datasets);
  }

  /// What a run does whose checkpoints are its own.
  public RunPlan(
      RunConfig run,
      ScalingConfig scaling,
      LoopSpec loop,
      Optional<Validation> validation,
      String startFrom,
      Map<String, String> datasets,
      WorkerRuntime runtime,
      String codeHash,
      Limits limits,
      boolean sampledByAbsolutePath) {
    this(
        run,
        scaling,
        loop,
        validation,
        startFrom,
        datasets,
        runtime,
        codeHash,
        limits,
        sampledByAbsolutePath,
        CheckpointHolds.NONE);
  }

  /// The same for a run that was begun as its file says.
  public RunPlan begunAs(RunFile file) {
    return new RunPlan(
        run,
        scaling,
        loop,
        validation,
        startFrom,
        datasets,
        runtime,
        codeHash,
        limits,
        file.sampling().isEmpty(),
        holds);
  }

  /// What a cluster is asked for.
  public Demand demand(RunSite site) {
    return new Demand(
        site.id(),
        scaling.workers().min(),
        scaling.workers().max(),
        scaling.perWorker(),
        scaling.placement(),
        scaling.labels(),
        scaling.acceleratorType(),
        validation.flatMap(function -> function.rules().resources()));
  }

  /// What the rules know of it.
  public RunSettings settings() {
    return new RunSettings(
        scaling,
        run.failures(),
        run.checkpoints(),
        run.reductions(),
        validation.map(Validation::rules),
        limits);
  }
}
