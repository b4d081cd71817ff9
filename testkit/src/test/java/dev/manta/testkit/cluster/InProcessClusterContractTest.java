package dev.manta.testkit.cluster;

import dev.manta.cluster.Cluster;
import dev.manta.internal.local.InProcessCluster;

// region: contract
/// Threads of this process.
final class InProcessClusterContractTest extends ClusterContract {
  @Override
  protected Cluster newCluster() {
    return new InProcessCluster();
  }
}
// endregion
