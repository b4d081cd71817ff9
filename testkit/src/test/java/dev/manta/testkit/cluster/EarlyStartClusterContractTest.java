package dev.manta.testkit.cluster;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.EarlyStartCluster;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.local.InProcessCluster;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Threads that were begun early, for other settings than those that are asked for. A run of the
/// name that was expected gets the claim that is there, and any other one its own.
final class EarlyStartClusterContractTest extends ClusterContract {
  @Override
  protected Cluster newCluster() {
    var early = new EarlyStartCluster(new InProcessCluster(), OptionalInt.empty());
    Path run = directory.resolve("expected");
    early.begin(plan(), new RunSite("run", "run", Location.parse(run.toString()), run));
    return early;
  }

  private static RunPlan plan() {
    return new RunPlan(
        RunConfig.named("run"),
        ScalingConfig.workers(1),
        new LoopSpec(ContractFunctions.class.getName(), "echo", "", "{}"),
        Optional.empty(),
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "",
        Limits.DEFAULT,
        false);
  }
}
