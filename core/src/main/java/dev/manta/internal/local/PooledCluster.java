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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// This machine for one run, whose workers are processes of a pool.
final class PooledCluster implements Cluster {
  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private final LocalCluster machine;
  private final ProcessPool pool;
  private final Set<PooledGroup> groups = ConcurrentHashMap.newKeySet();
  private final Set<MachineClaim> claims = ConcurrentHashMap.newKeySet();
  private volatile GrantedGpus gpus = GrantedGpus.ALL;

  PooledCluster(LocalCluster machine, ProcessPool pool) {
    this.machine = machine;
    this.pool = pool;
  }

  @Override
  public List<Node> nodes() {
    return machine.nodes();
  }

  /// Waits for GPUs that others have; of what else the run takes its program has a share.
  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    MachineShare share = MachineShare.ofThisUser();
    GrantedGpus own = await(share, demand);
    gpus = own;
    var claim =
        new MachineClaim(() -> nodes().stream().map(own::seen).toList(), granted, share, Map.of());
    claims.add(claim);
    return claim;
  }

  private GrantedGpus await(MachineShare share, Demand demand) {
    Optional<GrantedGpus> taken = Optional.empty();
    while (taken.isEmpty()) {
      taken = take(share, demand);
      if (taken.isEmpty()) {
        pool.requireOpen();
        LockSupport.parkNanos(ASK_EVERY.toNanos());
      }
    }
    return taken.get();
  }

  private Optional<GrantedGpus> take(MachineShare share, Demand demand) {
    return MachineShare.isWithinShare()
        ? Optional.of(GrantedGpus.ALL)
        : GrantedGpus.take(share, demand, nodes().getFirst(), _ -> Optional.empty());
  }

  /// Workers that outlive their driver are not processes of a pool, which ends with it; nor are
  /// interpreters, which serve one run only.
  @Override
  public WorkerGroup open(Grant grant, GroupSettings all, Consumer<WorkerNews> news) {
    GroupSettings settings = gpus.visible(all);
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
