package dev.manta.internal.control;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.Decision;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Bind;
import dev.manta.train.ScalingConfig;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/// Goes through a death on paper, once per process: the first real one must not wait until the code
/// for it is loaded.
final class RecoveryWarmUp implements Runnable {
  private static final AtomicBoolean DONE = new AtomicBoolean();
  private static final int TIMES = 20;
  private static final Optional<HeldCommit> HELD = Optional.of(new HeldCommit(1, true, 1, 1, 0, 2));

  private final RunPlan plan;
  private final WorkerMessages messages;
  private RunState state = RunState.fresh();

  private RecoveryWarmUp(RunPlan plan, WorkerMessages messages) {
    this.plan = plan;
    this.messages = messages;
  }

  /// Begins it on a thread of its own, unless that was done before.
  static void once(RunPlan plan, WorkerMessages messages) {
    if (DONE.compareAndSet(false, true)) {
      Thread.ofPlatform()
          .daemon()
          .name("manta-recovery-warm-up")
          .start(new RecoveryWarmUp(plan, messages));
    }
  }

  @Override
  public void run() {
    for (int i = 0; i < TIMES; i++) {
      state = RunState.fresh();
      live();
    }
  }

  private void live() {
    ScalingConfig scaling = plan.scaling();
    int size = Math.max(2, scaling.workers().min());
    Resources all = scaling.perWorker();
    Node node = new Node("drill", Resources.cpus(all.cpus() * size), List.of(), scaling.labels());
    happens(new Event.ControllerStarted(1));
    happens(new Event.Prepared(1, List.of(node), Optional.empty(), Map.of()));
    List<String> workers = state.group().stream().map(worker -> worker.id()).toList();
    workers.forEach(worker -> happens(new Event.WorkerUp(worker, 1)));
    workers.forEach(worker -> happens(new Event.WorkerReady(1, worker, Optional.empty())));
    workers.forEach(worker -> happens(new Event.WorkerEntered(1, worker)));
    workers.forEach(worker -> happens(new Event.PeerDied(1, worker, 0)));
    workers.forEach(worker -> happens(new Event.Unwound(1, worker, Optional.empty(), HELD)));
    workers.forEach(
        worker -> happens(new Event.WorkerLost(worker, new Exit.Signal(9, "SIGKILL"), "")));
  }

  /// Decides and writes down as the controller does, and keeps nothing.
  private void happens(Event event) {
    Decision decision = new RunMachine(plan.settings()).step(state, event, Instant.EPOCH);
    Control.of(state, event, decision, Instant.EPOCH)
        .ifPresent(record -> Bind.write(record, Control.class).text());
    state = decision.state();
    for (Effect effect : decision.effects()) {
      if (effect instanceof Effect.SendJoin join) {
        messages.join(join, state).frame();
      }
    }
  }
}
