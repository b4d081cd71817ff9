package dev.manta.testkit.sim;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Cluster;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.ToWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The cluster as one controller sees it: machines without end, processes in virtual time. Every
/// call may be the controller's last.
final class SimCluster implements Cluster, WorkerGroup {
  private final SimWorld world;
  private final SimController controller;
  private final Map<String, List<byte[]>> unsent = new HashMap<>();

  SimCluster(SimWorld world, SimController controller) {
    this.world = world;
    this.controller = controller;
  }

  @Override
  public List<Node> nodes() {
    return world.nodes().with(world.room());
  }

  /// The machines there are, as far as this controller has heard.
  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    granted.accept(Grant.all(1, nodes()));
    world.onChange(
        () -> controller.does(() -> granted.accept(Grant.all(world.changes(), nodes()))));
    return () -> {};
  }

  @Override
  public boolean isLeft(WorkerSpec worker, long pid) {
    return world.worker(worker.worker()).filter(SimWorker::alive).isPresent();
  }

  @Override
  public WorkerGroup open(Grant grant, GroupSettings settings, Consumer<WorkerNews> news) {
    controller.listens(news);
    return this;
  }

  @Override
  public void start(WorkerSpec spec) {
    controller.mayCrash();
    var link = new SimLink(world, spec.worker(), controller);
    SimWorker worker = world.add(spec, link);
    worker.start();
    if (!world.nodes().isThere(spec.node())) {
      end(worker);
    }
  }

  @Override
  public void seat(WorkerSpec worker) {
    controller.mayCrash();
  }

  @Override
  public void send(String worker, byte[] frame) {
    controller.mayCrash();
    if (unsent.containsKey(worker)) {
      unsent.get(worker).add(frame);
    } else {
      deliver(worker, frame);
    }
  }

  private void deliver(String worker, byte[] frame) {
    world
        .worker(worker)
        .filter(known -> known.belongsTo(controller))
        .ifPresent(known -> deliver(known, worker, ToWorker.read(frame)));
  }

  /// What may be said again by another controller may come twice.
  private void deliver(SimWorker known, String worker, ToWorker message) {
    world.inOrder(worker, () -> known.hear(message));
    boolean once = message instanceof ToWorker.Join || message instanceof ToWorker.Validate;
    if (!once && world.script().chance(world.script().saidTwice)) {
      world.inOrder(worker, () -> known.hear(message));
    }
  }

  /// A worker that lives calls soon; what is sent to it waits until then.
  @Override
  public void adopt(WorkerSpec spec, long pid) {
    controller.mayCrash();
    Optional<SimWorker> known = world.worker(spec.worker());
    if (known.isEmpty()) {
      start(spec);
    } else {
      unsent.put(spec.worker(), new ArrayList<>());
      callSoon(known.get(), spec.worker());
    }
  }

  private void callSoon(SimWorker worker, String id) {
    Duration soon = world.script().millis(1, 100);
    world.after(soon, () -> controller.does(() -> call(worker, id)));
  }

  /// Whoever has found a later controller does not come back to this one.
  private void call(SimWorker worker, String id) {
    if (worker.hasLater(controller)) {
      return;
    }
    if (worker.alive() && worker.alone().isCutOff()) {
      controller.hear(new WorkerNews.Gone(id, worker.alone().unreachable(), ""));
    } else if (!worker.alive()) {
      controller.hear(new WorkerNews.Gone(id, new Exit.Unseen(), ""));
    } else if (worker.isFrozen()) {
      worker.whenGone(() -> controller.hear(new WorkerNews.Gone(id, new Exit.Unseen(), "")));
    } else if (worker.isOnItsWay()) {
      callSoon(worker, id);
    } else {
      worker.callAgain(new SimLink(world, id, controller));
      List<byte[]> waiting = List.copyOf(unsent.getOrDefault(id, List.of()));
      unsent.remove(id);
      waiting.forEach(frame -> deliver(id, frame));
    }
  }

  /// Whoever another controller has is left alone.
  @Override
  public void release() {}

  @Override
  public void kill(String worker) {
    controller.mayCrash();
    world.worker(worker).ifPresent(known -> end(known));
    boolean later = world.worker(worker).filter(known -> known.hasLater(controller)).isPresent();
    world.audit().killed(worker, later);
    if (world.worker(worker).filter(SimWorker::isOnItsWay).isPresent()) {
      world.audit().killedOnItsWay(worker);
    }
  }

  private void end(SimWorker worker) {
    world.after(world.script().millis(1, 30), worker::kill);
  }

  @Override
  public String giveUp(WorkerSpec worker, long pid) {
    return "the script wants it so";
  }

  /// Whoever an earlier controller left behind is ended; one that never came up is not a danger.
  @Override
  public void fence(WorkerSpec worker, long pid) {
    controller.mayCrash();
    world.checkpointAudit().acts(controller.number(), "fences " + worker.worker());
    world.after(world.script().millis(1, 2500), () -> fenceNow(worker.worker(), pid));
  }

  /// Nothing is told of a process that does not end though it was killed.
  private void fenceNow(String worker, long pid) {
    boolean believed = world.flaw() == Flaw.PID_BELIEVED && world.isTaken(pid);
    world.audit().fenced(worker, believed);
    Optional<SimWorker> there =
        world.worker(worker).filter(known -> pid != 0 && known.pid() == pid && known.alive());
    there.ifPresent(SimWorker::kill);
    Exit exit =
        there
            .map(SimWorker::alone)
            .filter(SimAlone::isCutOff)
            .map(SimAlone::unreachable)
            .orElse(new Exit.Status(0));
    var gone = new WorkerNews.Gone(worker, exit, "");
    there
        .filter(known -> known.alive() && !known.alone().isCutOff())
        .ifPresentOrElse(
            stuck -> stuck.whenGone(() -> controller.hear(gone)), () -> controller.hear(gone));
  }

  @Override
  public void close() {
    world.workersOf(controller).forEach(this::end);
  }
}
