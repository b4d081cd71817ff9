package dev.manta.testkit.sim;

import dev.manta.cluster.Exit;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.Repeats;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.spi.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A worker process: joins, trains in step with the others, reports, stores checkpoints, and dies
/// in every way a process can.
final class SimWorker {
  private static final Exit KILLED = new Exit.Signal(9, "SIGKILL");
  private final SimWorld world;
  private final Script script;
  private final WorkerSpec spec;
  private final Repeats repeats = new Repeats();
  private final List<Runnable> whenGone = new ArrayList<>();
  private SimLink link;
  private final SimReports reports;
  private final long pid;
  private Optional<ToWorker.Join> join = Optional.empty();
  private boolean alive = true;
  private boolean frozen;
  private boolean deaf;
  private final boolean unkillable;
  private boolean reportedIn;
  private boolean answered;
  private boolean inside;
  private boolean over;
  private long step;
  private int ordinal;
  private SimUploads uploads = new SimUploads(_ -> {}, () -> true, _ -> {});
  private boolean stopped;
  private boolean told;
  private boolean stuck;
  private final SimAlone alone;
  private final SimSilence silence;
  private final SimWait wait = new SimWait();
  private final SimMemory memory;
  private final SimFarewell farewell;

  SimWorker(SimWorld world, WorkerSpec spec, SimLink link, long pid) {
    this.world = world;
    this.script = world.script();
    this.spec = spec;
    this.link = link;
    this.pid = pid;
    this.memory = new SimMemory(world);
    this.farewell = new SimFarewell(world, spec.worker(), memory);
    this.alone = new SimAlone(world, spec, () -> this.link, this::die);
    this.silence = new SimSilence(world, spec.node());
    this.reports = new SimReports(world, spec.worker());
    this.unkillable = script.chance(script.unkillable);
  }

  boolean belongsTo(SimController controller) {
    return link.controller() == controller;
  }

  boolean alive() {
    return alive;
  }

  long pid() {
    return pid;
  }

  /// The process comes up and calls.
  void start() {
    SimLink first = link;
    world.after(script.millis(20, script.startMillisMax), () -> ifAlive(() -> report(first)));
    if (script.chance(script.death / 4 + script.earlyDeath)) {
      world.after(script.millis(10, 200), () -> die(KILLED));
    }
  }

  private void report(SimLink first) {
    reportedIn = true;
    answered = first.controller().alive();
    first.connected(pid);
  }

  /// Whether it has not called its controller yet.
  boolean isOnItsWay() {
    return alive && !reportedIn;
  }

  boolean isFrozen() {
    return frozen;
  }

  /// Does something later, unless its attempt is over by then.
  private void afterwards(Duration delay, Runnable task) {
    int now = attempt();
    world.after(delay, () -> ifAlive(() -> inAttempt(now, task)));
  }

  private void inAttempt(int which, Runnable task) {
    if (isOpen(which)) {
      task.run();
    }
  }

  private boolean isOpen(int which) {
    return join.isPresent() && attempt() == which && !over;
  }

  private void ifAlive(Runnable task) {
    if (alive && !frozen) {
      task.run();
    }
  }

  /// The process is gone, and its last words are heard after everything it had sent.
  void die(Exit exit) {
    if (alive) {
      alive = false;
      world.audit().died(spec.worker(), told);
      world.reportAudit().died(spec.worker(), told);
      world.ended(pid);
      leave();
      if (!alone.isCutOff()) {
        link.gone(exit);
      }
      whenGone.forEach(Runnable::run);
    }
  }

  /// Its node cannot be reached.
  void cutOff() {
    if (alive && !alone.isCutOff()) {
      deaf = true;
      alone.cutOff(told);
    }
  }

  SimAlone alone() {
    return alone;
  }

  /// Somebody kills the process. One in uninterruptible sleep, or in a frozen cgroup, does nothing
  /// any more, and may be there for long.
  void kill() {
    if (alone.isCutOff()) {
      return;
    }
    if (alive && unkillable) {
      frozen = true;
      leave();
      if (script.chance(0.5)) {
        world.after(script.millis(1000, 60_000), () -> die(KILLED));
      }
    } else {
      die(KILLED);
    }
  }

  private void leave() {
    if (inside) {
      inside = false;
      world.audit().left(spec.worker());
    }
  }

  /// Whether a later controller than this one has it.
  boolean hasLater(SimController controller) {
    return alive && link.controller().number() > controller.number();
  }

  /// Does something when the process has ended.
  void whenGone(Runnable task) {
    whenGone.add(task);
  }

  /// Calls a new controller, for the first time where there was none when it came up, and says
  /// everything again that it must know.
  void callAgain(SimLink next) {
    link = next;
    deaf = false;
    reportedIn = true;
    int attempt = join.map(ToWorker.Join::attempt).orElse(0);
    next.back(new ToController.Hello("", spec.worker(), pid, attempt, 0, reports.acknowledged()));
    reports.repeated(repeats.all()).forEach(next::send);
    if (answered || world.flaw() != Flaw.FIRST_CALL_UNFINISHED) {
      next.send(new ToController.Restated());
    }
    answered = true;
  }

  private void send(ToController message) {
    repeats.add(message);
    deliver(message);
  }

  private void deliver(ToController message) {
    if (script.chance(script.linkLost)) {
      breakLink();
      return;
    }
    link.send(message);
  }

  /// The connection breaks. The controller that it had does not take it back; a later one does.
  private void breakLink() {
    link.lose();
    deaf = true;
    if (!script.detached) {
      alone.orphan();
    }
  }

  void hear(ToWorker message) {
    if (!deaf) {
      ifAlive(() -> act(message));
    }
  }

  private void act(ToWorker message) {
    switch (message) {
      case ToWorker.Join join -> join(join);
      case ToWorker.Go _ -> go();
      case ToWorker.Validate _ -> new SimValidation(world).run(this::die, this::send);
      case ToWorker.Warm _ -> warm();
      case ToWorker.Ack ack -> ack(ack);
      case ToWorker.Committed committed -> committed(committed);
      case ToWorker.NotCommitted not -> repeats.decided(not.ordinal());
      case ToWorker.Stop stop -> stop(stop);
      case ToWorker.Resize resize when isOpen(resize.attempt()) ->
          world.barrier(attempt(), size()).resize();
      case ToWorker.Abort abort when isOpen(abort.attempt()) -> abort(abort);
      case ToWorker.Ping ping -> answer(ping);
      case ToWorker.Leave _ -> end();
      // Simulated functions have no use for the others.
      default -> {}
    }
  }

  /// Says too who keeps it waiting.
  private void answer(ToWorker.Ping ping) {
    send(new ToController.Pong(ping.id()));
    if (inside) {
      List<Integer> missing = world.barrier(attempt(), size()).missing(step + 1);
      wait.told(attempt(), world.elapsed(), missing).ifPresent(this::send);
    }
  }

  private void join(ToWorker.Join message) {
    wait.end();
    join = Optional.of(message);
    repeats.begin();
    over = false;
    stopped = false;
    uploads = uploads(message);
    reports.begin(message.place().size());
    step = message.start().step();
    ordinal = message.start().ordinal();
    String from = message.start().checkpoint();
    String name = from.isEmpty() ? "" : from.substring(from.lastIndexOf('/') + 1);
    world.audit().joined(attempt(), name, message.start());
    world.seated(attempt(), rank(), spec.node());
    memory.join(message);
    afterwards(script.millis(1, 60), () -> send(new ToController.Ready(message.attempt(), "")));
  }

  private void go() {
    if (inside || over || join.isEmpty()) {
      return;
    }
    inside = true;
    world.audit().entered(spec.worker(), attempt());
    send(new ToController.Entered(attempt()));
    silence.begin(attempt(), task -> afterwards(SimSilence.EVERY, task), this::leaveAfter);
    nextStep();
  }

  private void nextStep() {
    afterwards(script.millis(1, 40), this::doStep);
  }

  private void doStep() {
    if (!inside) {
      return;
    }
    if (silence.isCut(attempt())) {
      afterwards(SimSilence.EVERY, this::doStep);
      return;
    }
    long next = step + 1;
    if (misfortune(next)) {
      return;
    }
    wait.begin(world.elapsed());
    memory.store(next);
    world.barrier(attempt(), size()).arrive(rank(), next, () -> leaveBarrier(next));
  }

  /// Some ranks hear of the others' arrival later, and may die before.
  private void leaveBarrier(long next) {
    wait.end();
    if (script.chance(0.05)) {
      afterwards(script.millis(1, 150), () -> stepDone(next));
    } else {
      stepDone(next);
    }
  }

  private boolean misfortune(long next) {
    if (script.chance(script.death) || (next == script.cursedStep && rank() == 0)) {
      die(KILLED);
      return true;
    }
    if (script.chance(script.exception)) {
      over = true;
      leave();
      send(farewell.threw(attempt(), step));
      return true;
    }
    if (script.chance(script.rollBack)) {
      rollBack();
      return true;
    }
    // Where nobody waits for it, nobody can tell.
    stuck = rank() == 1 && script.chance(script.stuck);
    frozen = !stuck && script.chance(script.freeze);
    return frozen || stuck;
  }

  /// The function finds its state to be of no use, and leaves.
  private void rollBack() {
    int now = attempt();
    world.audit().rollsBack(now);
    send(new ToController.RolledBack(now, step, "poisoned"));
    unwindOnceStored();
  }

  private void unwindOnceStored() {
    if (uploads.isAnything()) {
      send(new ToController.Storing(attempt()));
    }
    uploads.whenDone(this::unwind);
  }

  private void stepDone(long next) {
    if (!alive || frozen || !inside) {
      return;
    }
    step = next;
    memory.commit();
    boolean stops = world.barrier(attempt(), size()).stopsAt(step);
    boolean due = script.checkpointEvery > 0 && step % script.checkpointEvery == 0;
    boolean checkpoint = due || (stops && script.live);
    boolean mine = script.parts || rank() == 0;
    if (checkpoint) {
      ordinal++;
    }
    int stores = checkpoint && mine ? ordinal : 0;
    reports.whenRoom(step, () -> reportStep(stores, stops));
  }

  private void reportStep(int stores, boolean stops) {
    report(stores);
    if (stores > 0) {
      long at = script.skewed && rank() == 1 ? step + 1 : step;
      Runnable then = () -> afterwards(Duration.ZERO, () -> reported(stops));
      uploads.add(new SimUploads.Job(stores, at), then);
    } else {
      reported(stops);
    }
  }

  private void reported(boolean stops) {
    if (stops || step >= script.steps) {
      stopped = stops && step < script.steps;
      uploads.whenDone(this::returns);
    } else if (world.barrier(attempt(), size()).leavesAt(step)) {
      leaveForResize();
    } else {
      nextStep();
    }
  }

  /// What is being stored is waited for; without live state the rank stays.
  private void leaveForResize() {
    if (script.live) {
      uploads.whenDone(this::leaves);
    } else {
      afterwards(script.millis(1, 5), world.barrier(attempt(), size())::stay);
      send(new ToController.Stays(attempt(), "no live state"));
      nextStep();
    }
  }

  private void leaves() {
    over = true;
    leave();
    send(farewell.leftForResize(attempt(), step));
  }

  private void report(int withCheckpoint) {
    ToController.Report report = reports.next(attempt(), rank(), step, withCheckpoint);
    repeats.add(report);
    if (!script.chance(script.reportLost)) {
      deliver(report);
    }
  }

  /// Those of an attempt. What is on its way when that ends is said in its name.
  private SimUploads uploads(ToWorker.Join of) {
    int number = of.attempt();
    var upload = new SimUpload(world, number, of.place().rank(), of.place().size());
    return new SimUploads(
        task -> world.after(script.millis(1, 80), () -> ifAlive(task)),
        () -> !isOpen(number),
        job -> send(upload.tried(job.number(), job.step(), link)));
  }

  private void returns() {
    over = true;
    leave();
    send(farewell.returned(join.orElseThrow(), step, stopped));
  }

  private int attempt() {
    return join.orElseThrow().attempt();
  }

  private int rank() {
    return join.orElseThrow().place().rank();
  }

  private int size() {
    return join.orElseThrow().place().size();
  }

  private void warm() {
    int slowest = script.elastic ? 300 : 2000;
    world.after(script.millis(50, slowest), () -> ifAlive(this::warmed));
  }

  /// A process that waits for a rank may freeze as well.
  private void warmed() {
    send(new ToController.Warmed());
    frozen = script.chance(script.freeze);
  }

  private void ack(ToWorker.Ack message) {
    repeats.acknowledged(message.sequence());
    reports.acknowledge(message.sequence()).ifPresent(next -> afterwards(Duration.ZERO, next));
  }

  private void committed(ToWorker.Committed message) {
    repeats.decided(message.ordinal());
    world.audit().told(Json.parse(message.committed()).asObject().get("name").asText());
  }

  private void stop(ToWorker.Stop message) {
    if (join.isPresent()) {
      world.barrier(attempt(), size()).stop();
      send(new ToController.StopAnswer(attempt(), message.atStep(), true, step));
    }
  }

  /// Where the attempt is rolled back, or there is no live state, what is on its way to storage is
  /// waited for.
  private void abort(ToWorker.Abort message) {
    if (!stuck && !script.chance(script.stubborn)) {
      leaveForEnd(message.rollsBack());
    }
  }

  /// Says why the attempt is over for this rank.
  private void leaveAfter(ToController last) {
    send(last);
    leaveForEnd(false);
  }

  private void leaveForEnd(boolean rollsBack) {
    boolean stores = rollsBack || !script.live;
    afterwards(script.millis(1, 100), stores ? this::unwindOnceStored : this::unwind);
  }

  private void unwind() {
    over = true;
    leave();
    send(farewell.unwound(attempt(), step));
  }

  private void end() {
    told = true;
    world.after(script.millis(1, 50), () -> die(new Exit.Status(0)));
  }
}
