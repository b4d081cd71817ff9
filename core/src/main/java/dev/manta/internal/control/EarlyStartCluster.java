package dev.manta.internal.control;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.run.Placer;
import dev.manta.internal.run.ValidatorSeat;
import dev.manta.internal.run.state.Seat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A cluster whose processes are begun before a new run is opened, as they take longest. They do
/// nothing until the controller, by its rules, starts them.
final class EarlyStartCluster implements Cluster {
  private static final int FIRST_TERM = 1;

  private final Cluster cluster;
  private final AtomicReference<@Nullable Begun> begun = new AtomicReference<>();

  EarlyStartCluster(Cluster cluster) {
    this.cluster = cluster;
  }

  /// A group that nobody has asked for yet.
  private record Begun(GroupSettings settings, WorkerGroup group, Relay relay) {}

  /// Passes news on to whoever opened the group; before that there is none, as no worker of it was
  /// started.
  private static final class Relay implements Consumer<WorkerNews> {
    private volatile Optional<Consumer<WorkerNews>> to = Optional.empty();

    @Override
    public void accept(WorkerNews news) {
      to.orElseThrow().accept(news);
    }
  }

  /// Begins the processes that the first attempt of a new run will have; the rules will say the
  /// same, from the same plan and nodes.
  void begin(RunPlan plan, RunSite site) {
    if (ValidatorSeat.placeRanks(plan.settings(), nodes()) instanceof Placer.Placed placed) {
      var settings = RunAssembly.groupSettings(plan, site, cluster, FIRST_TERM);
      var relay = new Relay();
      WorkerGroup group = cluster.open(settings, relay);
      begun.set(new Begun(settings, group, relay));
      placed.seats().forEach(seat -> group.ready(first(seat)));
    }
  }

  private static WorkerSpec first(Seat seat) {
    return new WorkerSpec("w" + seat.rank(), seat.node(), 1, seat.rank());
  }

  @Override
  public List<Node> nodes() {
    return cluster.nodes();
  }

  @Override
  public WorkerGroup open(GroupSettings settings, Consumer<WorkerNews> news) {
    Begun there = begun.getAndSet(null);
    if (there != null && there.settings().equals(settings)) {
      there.relay().to = Optional.of(news);
      return there.group();
    }
    if (there != null) {
      there.group().close();
    }
    return cluster.open(settings, news);
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return cluster.isLeft(worker, pid);
  }

  /// What was begun and never opened ends too.
  @Override
  public void close() {
    cluster.close();
  }
}
