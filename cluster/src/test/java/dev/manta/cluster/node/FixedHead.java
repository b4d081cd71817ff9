package dev.manta.cluster.node;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import dev.manta.internal.remote.HeadCalls;
import dev.manta.internal.remote.NodeAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// A head that grants all it knows to everybody.
final class FixedHead implements HeadCalls {
  private final Map<String, NodeAddress> addresses = new ConcurrentHashMap<>();
  private final List<Node> nodes;

  FixedHead(List<Node> nodes, List<NodeAddress> addresses) {
    this.nodes = List.copyOf(nodes);
    addresses.forEach(each -> this.addresses.put(each.node(), each));
  }

  @Override
  public List<Node> nodes() {
    return nodes;
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    granted.accept(Grant.all(1, nodes));
    return () -> {};
  }

  @Override
  public Optional<NodeAddress> address(String node) {
    return Optional.ofNullable(addresses.get(node));
  }

  @Override
  public void lost(Set<String> lost) {}

  @Override
  public void close() {}
}
