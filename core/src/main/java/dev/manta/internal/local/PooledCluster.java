package dev.manta.internal.local;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerSpec;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// This machine for one run, whose workers are processes of a pool.
final class PooledCluster implements Cluster {
  private final LocalCluster machine;
  private final ProcessPool pool;
  private final Set<PooledGroup> groups = ConcurrentHashMap.newKeySet();
  private final Set<MachineClaim> claims = ConcurrentHashMap.newKeySet();

  PooledCluster(LocalCluster machine, ProcessPool pool) {
    this.machine = machine;
    this.pool = pool;
  }

  @Override
  public List<Node> nodes() {
    return machine.nodes();
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    var claim = new MachineClaim(this::nodes, granted);
    claims.add(claim);
    return claim;
  }

  /// Workers that outlive their driver are no processes of a pool, which ends with it; nor are
  /// interpreters, which serve one run only.
  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    if (settings.orphanLimit().isPositive()
        || settings.runtime() instanceof WorkerRuntime.Interpreter) {
      return machine.open(grant, settings, news);
    }
    var group = new PooledGroup(settings, pool.of(settings), news);
    groups.add(group);
    return group;
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return machine.isLeft(worker, pid);
  }

  /// Ends what the run still has; the pool stays.
  @Override
  public void close() {
    claims.forEach(MachineClaim::close);
    groups.forEach(PooledGroup::close);
  }
}
