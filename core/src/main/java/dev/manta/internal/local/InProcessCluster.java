package dev.manta.internal.local;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.code.ProgramLoader;
import dev.manta.internal.machine.Pids;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// This JVM: workers are threads of it, so that breakpoints work. What they print goes where the
/// driver prints.
public final class InProcessCluster implements Cluster {
  private final Set<ThreadWorkerGroup> groups = ConcurrentHashMap.newKeySet();
  private final ClassLoader loader;

  /// Workers have the classes of the program.
  public InProcessCluster() {
    this(ProgramLoader.current());
  }

  /// Workers have the classes of a loader.
  public InProcessCluster(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public List<Node> nodes() {
    return List.of(MachineResources.node());
  }

  @Override
  public WorkerGroup open(GroupSettings settings, Consumer<WorkerNews> news) {
    var group = new ThreadWorkerGroup(settings, news, loader);
    groups.add(group);
    return group;
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return Pids.runs(pid);
  }

  @Override
  public void close() {
    groups.forEach(ThreadWorkerGroup::close);
    groups.clear();
  }
}
