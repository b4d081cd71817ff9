package dev.manta.internal.control;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerVariables;
import dev.manta.collective.Numerics;
import dev.manta.internal.checkpoint.SharedMark;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.logs.PrintedLogs;
import dev.manta.internal.run.MetricReduction;
import dev.manta.internal.run.Placer;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.ValidatorSeat;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Json;
import dev.manta.storage.Storages;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// A controller with its workers, reports and effects, put together from a [RunEnvironment].
public final class RunAssembly implements AutoCloseable {
  private final RunPlan plan;
  private final RunEnvironment environment;
  private final KnownWorkers knownWorkers = new KnownWorkers();
  private final ReportReceiver receiver;
  private final WorkerGroup group;
  private final CheckpointEffects checkpoints;
  private final RunController controller;
  private final GrantedNodes granted;
  private final Claim claim;
  private final SlowWorkers slow;

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
    this.granted = new GrantedNodes(environment.post());
    this.claim = environment.cluster().claim(plan.demand(site), granted);
    Grant grant = granted.grant();
    this.group =
        environment.cluster().open(grant, groupSettings(plan, site, grant, term), events::hear);
    this.slow = new SlowWorkers(plan.limits().ping(), group::isBusy);
    this.checkpoints =
        new CheckpointEffects(
            environment,
            granted::nodes,
            plan.run().reductions(),
            plan.holds(),
            () -> rules.mayChangeCheckpoints(environment.records().current()));
    var commands =
        new WorkerCommands(group, knownWorkers, receiver, observer, site.directory(), logs);
    var messages = new WorkerMessages(plan, site, environment.clock(), mark(site));
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

  /// Where all workers are on this machine they see what this process does.
  private Optional<String> mark(RunSite site) {
    return environment.cluster().hasOtherMachines() && site.location().isLocal()
        ? Optional.of(new SharedMark(Storages.at(site.location()), site.location()).leave())
        : Optional.empty();
  }

  static GroupSettings groupSettings(RunPlan plan, RunSite site, Grant grant, int term) {
    return new GroupSettings(
        site.id(),
        plan.runtime(),
        variables(plan, grant.nodes()),
        site.directory().toString(),
        term,
        plan.limits().orphan().orElse(Duration.ZERO),
        plan.limits().lease().orElse(Duration.ZERO));
  }

  private static WorkerVariables variables(RunPlan plan, List<Node> nodes) {
    Map<String, String> said = new TreeMap<>(plan.run().environment());
    plan.run().logLevel().ifPresent(level -> said.put(ToWorker.RunFacts.LOG_LEVEL, level.name()));
    Map<String, String> passed = PassedVariables.of(plan.run().passes(), System.getenv());
    int lanes = Numerics.forWorkers(plan.scaling().workers().max()).lanes();
    return new WorkerVariables(said, passed, threads(plan, nodes), lanes);
  }

  /// As many as ranks will have; where they have no capacity yet, what the smallest node allows.
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

  /// Workers of an exclusive run are kept elsewhere only as long as this holds.
  void leaseWhile(BooleanSupplier holds) {
    group.leaseWhile(holds);
  }

  /// Begins, or continues, as the controller of a term; with the workers of the one before where it
  /// attaches.
  ///
  /// @param heard when the run reported last, where that is known
  public void begin(int term, boolean attaches, Optional<Instant> heard) {
    controller.handle(new Event.ControllerStarted(term, attaches, heard));
    granted.begin();
    armTick();
  }

  private void armTick() {
    environment.post().later(plan.limits().ping(), this::tick);
  }

  private Event tick() {
    armTick();
    granted.tick(controller.state().scale());
    receiver.tick();
    receiver.progress(controller.state().attempt()).ifPresent(environment.post()::now);
    List<String> living =
        controller.state().workers().stream().filter(Worker::alive).map(Worker::id).toList();
    return new Event.Tick(
        slow.heard(knownWorkers.takeHeard(), living, environment.clock().instant()));
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
    claim.close();
  }
}
