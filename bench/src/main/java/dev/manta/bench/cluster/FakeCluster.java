package dev.manta.bench.cluster;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.NodePart;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.head.Allotment;
import dev.manta.cluster.head.AllottedPart;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Many machines that are not there; a real head says which of them are a run's own.
final class FakeCluster implements Cluster {
  private final Map<String, Node> nodes;
  private final FakeHead head;
  private final FakeRun run;

  FakeCluster(List<Node> nodes, FakeRun run) {
    this.nodes = nodes.stream().collect(Collectors.toMap(Node::name, Function.identity()));
    this.head = new FakeHead(nodes);
    this.run = run;
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes.values());
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    Allotment allotment = head.claim(demand).orElseThrow();
    granted.accept(
        new Grant(
            allotment.version(),
            allotment.parts().stream().map(part -> part(part, demand.each())).toList()));
    return () -> head.release(demand.run());
  }

  private NodePart part(AllottedPart part, Resources each) {
    Node node = Objects.requireNonNull(nodes.get(part.node()));
    return new NodePart(node, Resources.cpus(part.workers() * each.cpus()));
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    return new FakeGroup(news, run);
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return false;
  }

  @Override
  public void close() {}
}
