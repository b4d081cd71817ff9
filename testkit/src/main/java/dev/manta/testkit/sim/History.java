package dev.manta.testkit.sim;

import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.ValidationRules;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.Upload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One run from its first controller to its end, with everything that its script lets go wrong.
public final class History {
  private static final int TASKS_MAX = 300_000;
  private static final int ATTEMPTS_MAX = 200;

  /// How long a run may take to its end once nothing fails any more; a call to storage that is
  /// being tried again then may alone take seven minutes.
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(15);

  private static final Duration LATE_MAX = Duration.ofSeconds(10);

  private final Script script;
  private final Rules rules;
  private final SimWorld world;
  private int controllers;
  private int reruns;
  private boolean waiting;
  private Optional<SimController> current = Optional.empty();

  private History(long seed, Rules rules, Flaw flaw) {
    this.script = new Script(seed);
    this.rules = rules;
    this.world = new SimWorld(script, flaw);
  }

  /// How a history went.
  public record Outcome(
      long seed,
      String status,
      int attempts,
      int resizes,
      int controllers,
      int reattached,
      Duration time) {}

  /// Lives through the history of a seed.
  ///
  /// @throws Violation when a rule was broken
  public static Outcome run(long seed, Rules rules) {
    return run(seed, rules, Flaw.NONE);
  }

  static Outcome run(long seed, Rules rules, Flaw flaw) {
    return new History(seed, rules, flaw).toEnd();
  }

  private Outcome toEnd() {
    world.after(Duration.ZERO, this::startController);
    planStops();
    planSleep();
    planKills();
    planRoom();
    planNotices();
    planLeaving();
    planCutOff();
    planClock();
    planFullStorage();
    world.after(script.calmAfter, world::calm);
    for (int tasks = 0; !ended(); tasks++) {
      if (tasks > TASKS_MAX
          || world.audit().attempts() > ATTEMPTS_MAX
          || !world.schedule().next()) {
        throw new Violation("the run did not end: " + where());
      }
      if (world.elapsed().compareTo(script.calmAfter.plus(ENDS_WITHIN)) > 0) {
        throw new Violation("the run continues for long though nothing fails: " + where());
      }
    }
    world.readReports(state());
    String status = state().status().name();
    Audit audit = world.audit();
    return new Outcome(
        script.seed,
        status,
        audit.attempts(),
        audit.resizes(),
        controllers,
        audit.reattached(),
        world.elapsed());
  }

  private boolean ended() {
    return !waiting && runEnded();
  }

  private boolean runEnded() {
    return current.filter(SimController::ended).isPresent();
  }

  /// Whether somebody will run what has failed or was stopped once more.
  private boolean again() {
    return reruns < script.reruns && state().status() != RunStatus.FINISHED;
  }

  private RunState state() {
    return current.map(SimController::state).orElse(RunState.fresh());
  }

  private String where() {
    RunState state = state();
    return state.status() + " in attempt " + state.attempt() + ": " + state.reason();
  }

  private void startController() {
    // Who resumes from what workers hold does not look at checkpoints.
    if (controllers > 0 && !script.detached) {
      if (script.chance(script.damage)) {
        world.restore();
      }
      if (script.chance(script.damage)) {
        world.damage(1 + script.random.nextInt(3));
      }
    }
    controllers++;
    var next = new SimController(world, plan(), rules, this::controllerOver);
    if (controllers >= script.controllersMax) {
      next.spare();
    }
    if (next.alive()) {
      current = Optional.of(next);
    }
  }

  /// Somebody runs the program again, unless there is no reason to.
  private void controllerOver() {
    boolean another = current.filter(SimController::alive).isPresent();
    if (another || waiting || (runEnded() && !again())) {
      return;
    }
    reruns += runEnded() ? 1 : 0;
    waiting = true;
    world.after(script.millis(1, 3000), this::startIfNone);
  }

  private void startIfNone() {
    waiting = false;
    if (current.filter(SimController::alive).isEmpty()) {
      startController();
    }
  }

  private void planStops() {
    if (script.stop.after().isPositive()) {
      world.after(script.stop.after(), () -> stop(false));
      if (script.stop.twice()) {
        world.after(script.stop.after().plus(script.millis(1, 2000)), () -> stop(true));
      }
    }
  }

  private void stop(boolean atOnce) {
    current.filter(SimController::alive).ifPresent(controller -> controller.stop(atOnce));
  }

  /// The controller falls asleep, another one takes over, and the first wakes up.
  private void planSleep() {
    if (script.deposes) {
      world.after(script.millis(50, 2000), this::depose);
    }
  }

  private void depose() {
    Optional<SimController> sleeper = current.filter(SimController::alive);
    if (sleeper.isPresent() && !ended()) {
      sleeper.get().sleep();
      startController();
      world.after(script.millis(1, 5000), sleeper.get()::wake);
    }
  }

  /// The controller of a detached run is killed, and another one takes its workers over.
  private void planKills() {
    if (script.chance(script.controllerKilled)) {
      world.after(script.millis(50, 1500), this::killController);
    }
  }

  private void killController() {
    current.filter(controller -> controller.alive() && !ended()).ifPresent(SimController::kill);
    planKills();
  }

  /// Capacity comes and goes, and somebody asks for more or fewer workers.
  private void planRoom() {
    if (script.beginsWithoutRoom) {
      world.room(script.random.nextInt(script.least));
      world.after(script.millis(10, 4000), () -> world.room(script.most));
    }
    if (script.chance(script.roomChanges)) {
      world.after(script.millis(10, 2000), this::changeRoom);
    }
    if (script.chance(script.asks)) {
      world.after(script.millis(100, 1500), this::scale);
    }
  }

  /// Somebody says that a worker will be taken away, and does so.
  private void planNotices() {
    if (script.chance(script.notices)) {
      world.after(script.millis(50, 2000), this::notice);
    }
  }

  private void notice() {
    Duration within = script.millis(0, 6000);
    List<String> group = state().group().stream().map(Worker::id).toList();
    if (!group.isEmpty()) {
      List<Integer> ranks = whoGoes(group.size());
      current.filter(SimController::alive).ifPresent(c -> c.notice(ranks, within));
      world.after(within, () -> take(group, ranks));
    }
    planNotices();
  }

  /// A rank, sometimes several, or an empty list for all of them.
  private List<Integer> whoGoes(int size) {
    int rank = script.random.nextInt(size);
    if (!script.chance(script.noticesOfAll)) {
      return List.of(rank);
    }
    return script.chance(0.5) ? List.of() : List.of(rank, (rank + 1) % size);
  }

  private void take(List<String> group, List<Integer> ranks) {
    for (int rank = 0; rank < group.size(); rank++) {
      if (ranks.isEmpty() || ranks.contains(rank)) {
        world.take(group.get(rank));
      }
    }
  }

  /// A node is taken away, mostly after a notice, and comes back.
  private void planLeaving() {
    if (script.chance(world.nodes().leaves())) {
      world.after(script.millis(50, 2000), this::leave);
    }
  }

  private void leave() {
    List<String> there = world.nodes().there();
    if (there.size() > 1 || (there.size() == 1 && script.chance(0.1))) {
      String node = there.get(script.random.nextInt(there.size()));
      boolean told = !script.chance(0.3);
      Duration within = told ? script.millis(0, 6000) : Duration.ZERO;
      current.filter(c -> told && c.alive()).ifPresent(c -> c.leaves(node, within));
      world.after(within, () -> takeNode(node));
    }
    planLeaving();
  }

  private void takeNode(String node) {
    world.takeNode(node);
    world.after(script.millis(10, 4000), () -> world.bringBack(node));
  }

  /// A node cannot be reached for a while, and its workers train on.
  private void planCutOff() {
    if (world.nodes().isExclusive() && !script.isCalm()) {
      world.after(script.millis(50, 4000), this::cutOff);
    }
  }

  private void cutOff() {
    List<String> there = world.nodes().there();
    if (there.size() > 1 && !script.isCalm()) {
      String node = there.get(script.random.nextInt(there.size()));
      world.cutOff(node);
      world.after(script.millis(10, 40_000), () -> world.reach(node));
    }
    planCutOff();
  }

  /// The clock is set back, or the machine sleeps for hours.
  private void planClock() {
    if (script.chance(script.clockSet)) {
      world.after(script.millis(50, 2000), this::setClock);
    }
  }

  private void setClock() {
    boolean back = script.chance(0.5);
    world.schedule().set(back ? Duration.ofSeconds(-30) : Duration.ofHours(8));
    planClock();
  }

  /// Storage is full for a while.
  private void planFullStorage() {
    if (script.chance(script.full)) {
      world.after(
          script.millis(50, 2000),
          () -> {
            world.fill(script.millis(100, 10_000));
            planFullStorage();
          });
    }
  }

  private void changeRoom() {
    world.room(script.random.nextInt(script.most + 2));
    // In the end there is capacity, so that a run which waits for it ends too.
    world.after(script.millis(10, 4000), () -> world.room(script.most));
  }

  private void scale() {
    int workers = script.least + script.random.nextInt(script.most - script.least + 1);
    current.filter(SimController::alive).ifPresent(controller -> controller.scale(workers));
    if (script.chance(script.asks)) {
      world.after(script.millis(1, 1000), this::scale);
    }
  }

  private RunPlan plan() {
    var checkpoints =
        new CheckpointConfig(
            script.keep, Optional.empty(), Upload.ASYNC, 2, Duration.ofSeconds(20));
    var failures =
        FailureConfig.retries(script.retries)
            .backoff(Duration.ofMillis(100), Duration.ofSeconds(2))
            .lateMax(LATE_MAX)
            .spares(script.spares);
    Optional<RunPlan.Validation> validation =
        script.validates ? Optional.of(new RunPlan.Validation(loop(), scores())) : Optional.empty();
    return new RunPlan(
        RunConfig.named("run").failures(failures).checkpoints(checkpoints),
        ScalingConfig.workers(script.least, script.most)
            .placement(world.nodes().spread() ? Placement.SPREAD : Placement.PACK)
            .perWorker(Resources.cpus(1).with(SimWorld.SLOTS, 1)),
        loop(),
        validation,
        "",
        Map.of(),
        new WorkerRuntime.Jvm(List.of(), List.of()),
        "",
        limits(),
        false);
  }

  private Limits limits() {
    Limits limits =
        script.alone(Limits.DEFAULT.start(Duration.ofSeconds(20)).stop(Duration.ofSeconds(10)));
    return world.nodes().isExclusive() ? limits.leased() : limits;
  }

  private ValidationRules scores() {
    return new ValidationRules(Duration.ofSeconds(5), 1 + script.steps % 3, Optional.empty());
  }

  private static LoopSpec loop() {
    return new LoopSpec("Simulated", "train", "", "{}");
  }
}
