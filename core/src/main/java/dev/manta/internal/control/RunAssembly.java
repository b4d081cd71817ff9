package dev.manta.internal.control;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerVariables;
import dev.manta.collective.Numerics;
import dev.manta.internal.logs.PrintedLogs;
import dev.manta.internal.run.MetricReduction;
import dev.manta.internal.run.Placer;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.ValidatorSeat;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunSize;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Json;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A controller with its workers, reports and effects, put together from a [RunEnvironment].
public final class RunAssembly implements AutoCloseable {
  private static final int TICKS_PER_LOOK = 4;

  private final RunPlan plan;
  private final RunEnvironment environment;
  private final KnownWorkers knownWorkers = new KnownWorkers();
  private final ReportReceiver receiver;
  private final WorkerGroup group;
  private final CheckpointEffects checkpoints;
  private final RunController controller;
  private volatile List<Node> nodes = List.of();
  private final SlowWorkers slow;
  private long ticks;

  public RunAssembly(
      RunPlan plan,
      RunSite site,
      RunState state,
      RunEnvironment environment,
      Rules rules,
      RunObserver observer) {
    this.plan = plan;
    this.environment = environment;
    this.receiver = new ReportReceiver(environment.reports(), this::send, rules);
    var offers = new GroupOffers();
    var logs = new PrintedLogs(site.directory(), observer::warning);
    var events =
        new WorkerEvents(knownWorkers, receiver, environment.post(), observer, offers, logs);
    int term = environment.records().term();
    this.group =
        environment
            .cluster()
            .open(groupSettings(plan, site, environment.cluster(), term), events::hear);
    this.slow = new SlowWorkers(plan.limits().ping(), group::isBusy);
    this.checkpoints =
        new CheckpointEffects(
            environment,
            plan.run().reductions(),
            () -> rules.mayChangeCheckpoints(environment.records().current()));
    var commands =
        new WorkerCommands(group, knownWorkers, receiver, observer, site.directory(), logs);
    var messages = new WorkerMessages(plan, site, environment.clock());
    Runnable drill = () -> RecoveryWarmUp.once(plan, messages);
    var effectRunner =
        new EffectRunner(commands, messages, checkpoints, environment.post(), drill, offers);
    this.controller =
        new RunController(
            new RunMachine(plan.settings(), rules),
            state,
            environment.records(),
            effectRunner,
            observer::stepped,
            environment.clock());
  }

  static GroupSettings groupSettings(RunPlan plan, RunSite site, Cluster cluster, int term) {
    return new GroupSettings(
        site.id(),
        plan.classPath(),
        plan.scaling().jvm().arguments(),
        variables(plan, cluster.nodes()),
        site.directory().toString(),
        term,
        plan.limits().orphan());
  }

  private static WorkerVariables variables(RunPlan plan, List<Node> nodes) {
    Map<String, String> said = new TreeMap<>(plan.run().environment());
    plan.run().logLevel().ifPresent(level -> said.put(ToWorker.RunFacts.LOG_LEVEL, level.name()));
    Map<String, String> passed = PassedVariables.of(plan.run().passes(), System.getenv());
    int lanes = Numerics.forWorkers(plan.scaling().workers().max()).lanes();
    return new WorkerVariables(said, passed, threads(plan, nodes), lanes);
  }

  /// As many as ranks will have; where they have no room yet, what the smallest node allows.
  private static int threads(RunPlan plan, List<Node> nodes) {
    if (ValidatorSeat.placeRanks(plan.settings(), nodes) instanceof Placer.Placed placed) {
      return placed.seats().getFirst().threads();
    }
    double cores = nodes.stream().mapToDouble(node -> node.total().cpus()).min().orElse(1);
    return Math.max(1, (int) (cores / plan.scaling().workers().max()));
  }

  private void send(String worker, ToWorker message) {
    group.send(worker, message.frame());
  }

  /// Begins, or goes on, as the controller of a term; with the workers of the one before where it
  /// attaches.
  public void begin(int term, boolean attaches) {
    controller.handle(new Event.ControllerStarted(term, attaches));
    armTick();
  }

  private void armTick() {
    environment.post().later(plan.limits().ping(), this::tick);
  }

  private Event tick() {
    armTick();
    lookAtNodes();
    receiver.tick();
    receiver.progress(controller.state().attempt()).ifPresent(environment.post()::now);
    List<String> living =
        controller.state().workers().stream().filter(Worker::alive).map(Worker::id).toList();
    return new Event.Tick(
        slow.heard(knownWorkers.takeHeard(), living, environment.clock().instant()));
  }

  /// A run whose size may change, that has several machines, or that waits for room, is told when
  /// the machines change.
  private void lookAtNodes() {
    RunSize size = controller.state().scale();
    boolean waits = size.waits().isPresent();
    boolean mayMove = plan.scaling().workers().elastic() || size.nodes().size() > 1 || waits;
    if (mayMove && ticks++ % TICKS_PER_LOOK == 0) {
      environment.beside().execute(() -> tellOfNodes(waits));
    }
  }

  /// A run that waits may have looked at them between two of our looks, so it is told each time.
  private void tellOfNodes(boolean waits) {
    List<Node> now = environment.cluster().nodes();
    if (waits || !now.equals(nodes)) {
      nodes = now;
      environment.post().now(new Event.NodesSeen(now));
    }
  }

  public RunController controller() {
    return controller;
  }

  /// The last metrics of each rank, reduced.
  public Metrics metrics() {
    int size = controller.state().group().size();
    List<Metrics> byRank =
        receiver.latest().entrySet().stream()
            .filter(each -> size == 0 || each.getKey() < size)
            .map(Map.Entry::getValue)
            .map(report -> Metrics.fromJson(Json.parse(report.metrics())))
            .toList();
    return MetricReduction.of(byRank, plan.run().reductions());
  }

  /// Waits for checkpoints that are being deleted, within a limit.
  void awaitDeleted(Duration limit) throws InterruptedException {
    checkpoints.awaitDeleted(limit);
  }

  /// Ends all workers and waits until they are gone; another controller's are left alone.
  @Override
  public void close() {
    if (controller.deposed() && plan.limits().lasting()) {
      group.release();
    } else {
      group.close();
    }
  }
}
