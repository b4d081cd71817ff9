package dev.manta.cluster.node;

import dev.manta.cluster.Cluster;
import dev.manta.testkit.cluster.ProcessClusterContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Processes of a node behind a link.
final class RemoteClusterContractTest extends ProcessClusterContract {
  @RegisterExtension final NodeUnderTest node = new NodeUnderTest("near");

  @Override
  protected Cluster newCluster() {
    return node.cluster();
  }

  @Override
  protected Path onNode(Path run) {
    return node.run(String.valueOf(run.getFileName()));
  }

  @Override
  protected Set<Path> files() throws IOException {
    return node.doors();
  }
}
