package dev.manta.testkit.cluster;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.local.ProcessPool;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;

/// Processes of a pool, which is closed with its only user. Their exits, logs and directories are
/// tested beside the pool, as they are not each run's own.
final class PooledClusterContractTest extends ClusterContract {
  @TempDir Path workers;
  private int pools;

  @Override
  protected Cluster newCluster() {
    var pool = new ProcessPool(workers.resolve(Integer.toString(pools++)));
    return new OnlyUser(pool, pool.forRun());
  }

  /// A cluster that closes its pool.
  private record OnlyUser(ProcessPool pool, Cluster cluster) implements Cluster {
    @Override
    public List<Node> nodes() {
      return cluster.nodes();
    }

    @Override
    public Claim claim(Demand demand, Consumer<Grant> granted) {
      return cluster.claim(demand, granted);
    }

    @Override
    public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
      return cluster.open(grant, settings, news);
    }

    @Override
    public boolean isLeft(WorkerSpec worker, long pid) {
      return cluster.isLeft(worker, pid);
    }

    @Override
    public void close() {
      cluster.close();
      pool.close();
    }
  }

  /// Processes have their directories from the first pool, whichever run they work for.
  @Override
  protected Path onNode(Path run) {
    return workers.resolve("0/0");
  }
}
