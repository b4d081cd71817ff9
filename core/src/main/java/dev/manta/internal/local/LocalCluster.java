package dev.manta.internal.local;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.local.resources.MachineResources;
import dev.manta.internal.machine.Pids;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// This machine: workers are child processes of this JVM.
public final class LocalCluster implements Cluster {
  private final WorkerProgram program;
  private final AotCache cache;
  private final Set<ProcessWorkerGroup> groups = ConcurrentHashMap.newKeySet();
  private final Set<MachineClaim> claims = ConcurrentHashMap.newKeySet();
  private volatile GrantedGpus gpus = GrantedGpus.ALL;
  private final Thread atExit = new Thread(this::end, "manta-exit");

  /// Workers are of this program.
  public LocalCluster() {
    this(WorkerProgram.ofThisProcess());
  }

  /// Workers are of a program that another machine sent.
  public LocalCluster(WorkerProgram program) {
    this.program = program;
    this.cache = AotCache.of(program);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /// Starts making what workers with these options start faster with, unless it is there: for
  /// programs that start many of them, as tests do.
  public static void prepare(List<String> jvmOptions) {
    AotCache.ofThisUser().makeAtFullPriority(jvmOptions);
  }

  @Override
  public List<Node> nodes() {
    return List.of(MachineResources.node());
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    boolean within = MachineShare.isWithinShare();
    MachineShare share = MachineShare.ofThisUser();
    gpus =
        within
            ? GrantedGpus.ALL
            : GrantedGpus.take(share, demand, nodes().getFirst(), Optional::of)
                .orElse(GrantedGpus.ALL);
    GrantedGpus own = gpus;
    var claim =
        new MachineClaim(
            () -> nodes().stream().map(own::seen).toList(),
            granted,
            share,
            within ? Map.of() : taken(demand));
    claims.add(claim);
    return claim;
  }

  /// A run that may have more workers takes what the machine has for them.
  private static Map<String, Double> taken(Demand demand) {
    Map<String, Double> all = MachineShare.all();
    Map<String, Double> taken = new TreeMap<>();
    MachineShare.amounts(demand.each())
        .forEach(
            (name, each) ->
                taken.put(
                    name,
                    Math.max(
                        demand.least() * each,
                        Math.min(demand.most() * each, all.getOrDefault(name, 0.0)))));
    return taken;
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    var group = new ProcessWorkerGroup(gpus.visible(settings), news, program, cache);
    groups.add(group);
    return group;
  }

  /// Ends the workers of a run on this machine that an earlier group has left, except these; the
  /// next group is told nothing of them.
  ///
  /// @param directory the run's
  public static void endOthers(Path directory, Set<String> kept) {
    WorkerDoor.signed(directory.resolve(ProcessWorkerGroup.SIGN))
        .ifPresent(door -> Orphan.endOthers(door, kept));
  }

  /// Ends the processes of a pool that an earlier driver has left, which was killed: they have the
  /// temp directories that those of the next one get.
  ///
  /// @param directory where they work; nobody else may use it
  public static void endLeft(Path directory) {
    if (Files.exists(WorkerFiles.temporary(directory))) {
      Orphan.endAllIn(directory);
    }
  }

  /// Whether workers of a run may call on this machine that an earlier group has left.
  ///
  /// @param directory the run's
  public static boolean hasLeft(Path directory) {
    return WorkerDoor.signed(directory.resolve(ProcessWorkerGroup.SIGN))
        .filter(door -> !Pids.naming(door.toString()).isEmpty())
        .isPresent();
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return Pids.runs(pid);
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
    claims.forEach(MachineClaim::close);
    claims.clear();
    groups.forEach(ProcessWorkerGroup::close);
    groups.clear();
  }
}
