package dev.manta.internal.remote;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Other machines: workers are processes of their nodes, each of which this driver calls once.
public final class RemoteCluster implements Cluster {
  private final HeadCalls head;
  private final RemoteCodes codes = new RemoteCodes();
  private final RemoteDriver driver;
  private final Map<String, NodeCall> calls = new ConcurrentHashMap<>();
  private final Set<RemoteClaim> claims = ConcurrentHashMap.newKeySet();
  private final List<RemoteGroup> groups = new CopyOnWriteArrayList<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private Set<String> lost = Set.of();
  private final Thread atExit = new Thread(this::end, "manta-exit");

  /// @param say tells a person what takes long
  public RemoteCluster(HeadCalls head, PinnedTls tls, LinkTerms terms, Consumer<String> say) {
    this.head = head;
    this.driver = new RemoteDriver(head, tls, terms, codes, say, this::changed);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  @Override
  public List<Node> nodes() {
    return head.nodes();
  }

  @Override
  public boolean hasOtherMachines() {
    return true;
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    codes.ofProgram();
    var claim = new RemoteClaim(granted, this::call, claims::remove);
    claims.add(claim);
    claim.at(head.claim(demand, grant -> heard(claim, grant)));
    claim.awaitFirst();
    return claim;
  }

  private void heard(RemoteClaim claim, Grant grant) {
    claim.hear(grant);
    tellLost();
  }

  private NodeCall call(String node) {
    return calls.computeIfAbsent(node, name -> new NodeCall(name, driver).started());
  }

  private void changed() {
    tellLost();
    claims.forEach(RemoteClaim::consider);
  }

  /// The head hears of what its own eyes would see seconds later, or never. Of a node that others
  /// have replaced nothing is known any more: it may be granted again.
  private synchronized void tellLost() {
    Set<String> gone =
        calls.values().stream()
            .filter(call -> call.standing() == NodeCall.Standing.LOST)
            .map(NodeCall::node)
            .collect(Collectors.toSet());
    Set<String> now = new HashSet<>(gone);
    now.removeIf(node -> claims.stream().noneMatch(claim -> claim.has(node)));
    gone.removeAll(now);
    gone.forEach(this::forget);
    if (!now.equals(lost)) {
      lost = now;
      head.lost(now);
    }
  }

  private void forget(String node) {
    NodeCall call = calls.remove(node);
    if (call != null) {
      call.close();
      groups.forEach(group -> group.forget(node));
    }
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    RemoteCode code = codes.of(settings.runtime());
    var group =
        new RemoteGroup(
            numbers.incrementAndGet(), code, settings, news, this::call, groups::remove);
    groups.add(group);
    group.open(grant.nodes().stream().map(Node::name).toList());
    return group;
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return head.address(worker.node()).isPresent() && call(worker.node()).runs(pid);
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException exiting) {
      // this is the exit
    }
  }

  private void end() {
    groups.forEach(RemoteGroup::close);
    groups.clear();
    claims.forEach(RemoteClaim::close);
    claims.clear();
    calls.values().forEach(NodeCall::close);
    head.close();
  }
}
