package dev.manta.internal.local;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.local.resources.MachineResources;
import dev.manta.internal.machine.Pids;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// This JVM: workers are threads of it, so that breakpoints work. What they print goes where the
/// driver prints.
public final class InProcessCluster implements Cluster {
  private final Set<ThreadWorkerGroup> groups = ConcurrentHashMap.newKeySet();
  private final Set<MachineClaim> claims = ConcurrentHashMap.newKeySet();
  private final ClassLoader loader;

  /// Workers have the classes of the program.
  public InProcessCluster() {
    this(ProgramLoader.current());
  }

  /// Workers have the classes of a loader.
  public InProcessCluster(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public List<Node> nodes() {
    return List.of(MachineResources.node());
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    var claim = new MachineClaim(this::nodes, granted);
    claims.add(claim);
    return claim;
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    var group = new ThreadWorkerGroup(settings, news, loader);
    groups.add(group);
    return group;
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return Pids.runs(pid);
  }

  @Override
  public void close() {
    claims.forEach(MachineClaim::close);
    claims.clear();
    groups.forEach(ThreadWorkerGroup::close);
    groups.clear();
  }
}
