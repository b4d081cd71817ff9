package dev.manta.internal.local;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// This machine: workers are child processes of this JVM.
public final class LocalCluster implements Cluster {
  private final AotCache cache = AotCache.ofThisUser();
  private final Map<LocalGroup, Boolean> groups = new ConcurrentHashMap<>();

  @Override
  public List<Node> nodes() {
    return List.of(Machine.node());
  }

  @Override
  public WorkerGroup open(GroupSettings settings, Consumer<WorkerNews> news) {
    var group = new LocalGroup(settings, news, cache);
    groups.put(group, true);
    return group;
  }

  @Override
  public void close() {
    groups.keySet().forEach(LocalGroup::close);
    groups.clear();
  }
}
