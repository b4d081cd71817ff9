package dev.manta.internal.remote;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// What a driver asks of the head of its cluster. A head that is away is called until it, or the
/// next one, answers; what was granted stays granted meanwhile.
public interface HeadCalls extends AutoCloseable {
  /// The machines there are now.
  List<Node> nodes();

  /// As [dev.manta.cluster.Cluster#claim]; the nodes of a grant let this process in from before
  /// `granted` hears of it.
  Claim claim(Demand demand, Consumer<Grant> granted);

  /// Where a node that was granted is called; empty once the head does not know it any more.
  Optional<NodeAddress> address(String node);

  /// Says which nodes this driver does not reach now: others take their place in its grants.
  void lost(Set<String> nodes);

  @Override
  void close();
}
