package dev.manta.internal.control;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.run.Placer;
import dev.manta.internal.run.ValidatorSeat;
import dev.manta.internal.run.state.Seat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A cluster whose processes are begun before a new run is opened, as they take longest. They do
/// nothing until the controller, by its rules, starts them.
public final class EarlyStartCluster implements Cluster {
  private static final int FIRST_TERM = 1;

  private final Cluster cluster;
  private final OptionalInt workers;
  private final AtomicReference<@Nullable Claimed> claimed = new AtomicReference<>();
  private final AtomicReference<@Nullable Begun> begun = new AtomicReference<>();

  /// @param workers how many a new run is asked to have; without it as many as fit
  public EarlyStartCluster(Cluster cluster, OptionalInt workers) {
    this.cluster = cluster;
    this.workers = workers;
  }

  /// A claim that nobody has asked for yet.
  private record Claimed(Demand demand, Claim claim, GrantRelay relay) {}

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

  /// Keeps the last grant for whoever asks, and passes on what follows.
  private static final class GrantRelay implements Consumer<Grant> {
    private Grant last = Grant.NONE;
    private Optional<Consumer<Grant>> to = Optional.empty();

    @Override
    public synchronized void accept(Grant grant) {
      last = grant;
      to.ifPresent(listener -> listener.accept(grant));
    }

    synchronized Grant last() {
      return last;
    }

    synchronized void passTo(Consumer<Grant> listener) {
      to = Optional.of(listener);
      if (last.version() > 0) {
        listener.accept(last);
      }
    }
  }

  /// Begins the processes that the first attempt of a new run will have; the rules will say the
  /// same, from the same plan and nodes.
  public void begin(RunPlan plan, RunSite site) {
    var grants = new GrantRelay();
    Demand demand = plan.demand(site);
    claimed.set(new Claimed(demand, cluster.claim(demand, grants), grants));
    Grant grant = grants.last();
    if (ValidatorSeat.placeRanks(plan.settings(), grant.nodes(), List.of(), workers)
        instanceof Placer.Placed placed) {
      var settings = RunAssembly.groupSettings(plan, site, grant, FIRST_TERM);
      var relay = new Relay();
      WorkerGroup group = cluster.open(grant, settings, relay);
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
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    Claimed there = claimed.getAndSet(null);
    if (there != null && there.demand().equals(demand)) {
      there.relay().passTo(granted);
      return there.claim();
    }
    if (there != null) {
      there.claim().close();
    }
    return cluster.claim(demand, granted);
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    Begun there = begun.getAndSet(null);
    if (there != null && there.settings().equals(settings)) {
      there.relay().to = Optional.of(news);
      return there.group();
    }
    if (there != null) {
      there.group().close();
    }
    return cluster.open(grant, settings, news);
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return cluster.isLeft(worker, pid);
  }

  @Override
  public boolean hasOtherMachines() {
    return cluster.hasOtherMachines();
  }

  /// What was begun and never opened ends too.
  @Override
  public void close() {
    cluster.close();
  }
}
