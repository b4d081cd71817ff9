package dev.manta.internal.run;

import dev.manta.cluster.Node;
import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.AttemptState.AttemptDraft;
import dev.manta.internal.run.state.CheckpointState.CheckpointDraft;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.LastArrivals;
import dev.manta.internal.run.state.OutcomeState.OutcomeDraft;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.PreemptionNotice;
import dev.manta.internal.run.state.RetryBudget;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.RunSize;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.TimeState;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A decision while it is being worked out: a state that may be changed, and the effects so far.
final class Draft {
  final Instant now;
  private final @Nullable RunSettings settings;
  final Rules rules;

  int term;
  int attempt;
  RunStatus status;
  final List<Worker> workers;
  AttemptDraft current;
  final CheckpointDraft stored;
  OutcomeDraft outcome;
  long reached;
  RetryBudget budget;
  RunSize size;
  final List<PreemptionNotice> notices;
  LastArrivals arrivals;
  final Map<Timer, Instant> timers;
  TimeState time;
  int nextWorker;

  private final List<Effect> effects = new ArrayList<>();
  private long nextEffect;
  private String reason;
  private Decision.Durable durable = Decision.Durable.NOTHING;

  /// A draft that only changes checkpoints.
  Draft(RunState from, Rules rules) {
    this(from, null, rules, Instant.EPOCH);
  }

  Draft(RunState from, @Nullable RunSettings settings, Rules rules, Instant now) {
    this.now = now;
    this.settings = settings;
    this.rules = rules;
    term = from.term();
    attempt = from.attempt();
    status = from.status();
    reason = from.reason();
    workers = new ArrayList<>(from.workers());
    current = new AttemptDraft(from.current());
    stored = new CheckpointDraft(from.checkpoints());
    outcome = new OutcomeDraft(from.outcome());
    reached = from.reached();
    budget = from.budget();
    size = from.scale();
    notices = new ArrayList<>(from.notices());
    arrivals = from.arrivals();
    timers = new HashMap<>(from.timers());
    time = from.time();
    nextWorker = from.nextWorker();
    nextEffect = from.nextEffect();
  }

  RunState state() {
    return new RunState(
        term,
        attempt,
        status,
        reason,
        workers,
        current.state(),
        stored.state(),
        outcome.state(),
        reached,
        budget,
        size,
        notices,
        arrivals,
        timers,
        time,
        nextWorker,
        nextEffect);
  }

  Decision done() {
    return new Decision(state(), effects, reason, rules.durable(durable));
  }

  RunSettings settings() {
    return Objects.requireNonNull(settings);
  }

  /// Adds a checkpoint, or replaces it by what is known about it now.
  void keep(CommittedCheckpoint checkpoint) {
    stored.keep(checkpoint);
    time = time.saved(checkpoint.ordinal());
    reached = Math.max(reached, checkpoint.step());
    if (rules.gotAhead(budget, stored.committed, 0)) {
      budget = budget.refilled();
    }
  }

  /// Decides how the run ends; the first decision stands.
  void end(RunStatus how, ErrorCode code, String why) {
    if (outcome.ending.isEmpty()) {
      outcome.ending = Optional.of(new PendingEnd(how, code, why));
      because(why);
    }
  }

  /// Does something once the state is durable.
  void effect(LongFunction<Effect> make) {
    effects.add(make.apply(nextEffect++));
  }

  /// Says why, though nothing changes that a later controller must know.
  void says(String why) {
    if (durable != Decision.Durable.STATE) {
      reason = why;
    }
  }

  /// The decision changes what a later controller must know. Where one thing leads to the next in
  /// one step, all of it is said.
  void because(String why) {
    boolean more = durable == Decision.Durable.STATE && !reason.contains(why);
    reason = more ? reason + "; " + why : why;
    durable = Decision.Durable.STATE;
  }

  /// The run is over, for this reason alone.
  void concludes(String why) {
    reason = why;
    durable = Decision.Durable.STATE;
  }

  /// The decision changes which checkpoints there are.
  void checkpoints(String why) {
    says(why);
    if (durable == Decision.Durable.NOTHING) {
      durable = Decision.Durable.CHECKPOINTS;
    }
  }

  /// Checkpoints went, which needs no reason of its own.
  void retired() {
    checkpoints(reason);
  }

  /// Arms a timer of this attempt.
  void arm(Timer timer, Duration delay) {
    arm(OptionalInt.of(attempt), timer, delay);
  }

  /// Arms a timer that outlives attempts.
  void armBeside(Timer timer, Duration delay) {
    arm(OptionalInt.empty(), timer, delay);
  }

  /// Arms a timer that an earlier controller had armed.
  void rearm(Timer timer, Duration delay) {
    if (timer.outlivesAttempts()) {
      armBeside(timer, delay);
    } else {
      arm(timer, delay);
    }
  }

  private void arm(OptionalInt of, Timer timer, Duration delay) {
    timers.put(timer, now.plus(delay));
    effect(id -> new Effect.ArmTimer(id, of, timer, delay));
  }

  void disarm(Timer timer) {
    timers.remove(timer);
  }

  /// Whether a timer that fired was armed and is due; it is no longer armed then. One that rings
  /// too early, for it was armed again or the clock was set back, rings once more.
  boolean due(Timer timer) {
    Instant at = timers.get(timer);
    if (at == null) {
      return false;
    }
    if (now.isBefore(at)) {
      rearm(timer, Duration.between(now, at));
      return false;
    }
    timers.remove(timer);
    return true;
  }

  void warn(String message) {
    effect(id -> new Effect.Warn(id, message));
  }

  /// The workers of this attempt. Asked for many times an event, hence no stream.
  List<Worker> group() {
    List<Worker> group = new ArrayList<>(workers.size());
    for (Worker worker : workers) {
      if (worker.attempt() == attempt) {
        group.add(worker);
      }
    }
    return Collections.unmodifiableList(group);
  }

  /// Whether a worker will be taken away, and was told.
  boolean isNoticed(Worker worker) {
    return notices.stream().anyMatch(notice -> notice.concerns(worker));
  }

  /// The nodes that ranks may be placed on: those that stay and are not left out, and where there
  /// are none, those that stay, or all of them.
  List<Node> nodes() {
    List<Node> staying =
        size.nodes().stream().filter(node -> rules.mayUse(node, isLeaving(node.name()))).toList();
    List<String> names = staying.stream().map(Node::name).toList();
    List<Node> usable =
        staying.stream().filter(node -> rules.mayUse(node, isLeftOut(node.name(), names))).toList();
    if (usable.isEmpty()) {
      return staying.isEmpty() ? size.nodes() : staying;
    }
    return usable;
  }

  private boolean isLeftOut(String node, List<String> staying) {
    return size.deafNodes().isLeftOut(node, staying, now);
  }

  boolean isLeaving(String node) {
    return size.isLeaving(node, now);
  }

  Optional<Worker> find(String id) {
    return workers.stream().filter(worker -> worker.id().equals(id)).findFirst();
  }

  void change(String id, UnaryOperator<Worker> how) {
    workers.replaceAll(worker -> worker.id().equals(id) ? how.apply(worker) : worker);
  }

  /// The ids of living workers of this attempt that fit, in rank order.
  List<String> living(Predicate<Worker> fit) {
    return group().stream().filter(Worker::alive).filter(fit).map(Worker::id).toList();
  }

  /// Asks a process to end, unless that was done before; it is killed when it takes too long.
  void dismiss(Worker worker) {
    if (worker.alive() && !worker.ending()) {
      change(worker.id(), Worker::toldToEnd);
      effect(id -> new Effect.Leave(id, worker.id()));
      arm(OfRun.LEAVE, settings().limits().leave());
    }
  }

  /// Ends a process, unless that was done before.
  void kill(Worker worker) {
    if (worker.alive() && !worker.ending()) {
      change(worker.id(), Worker::toldToEnd);
      end(worker.id(), settings().limits().gone());
    }
  }

  /// Whoever an earlier controller has left is to be gone.
  void fence(Worker worker) {
    effect(id -> new Effect.Fence(id, worker.id(), worker.attempt(), worker.seat(), worker.pid()));
  }

  /// Ends a process at once, and waits no longer than this until it is gone.
  void end(String worker, Duration limit) {
    effect(id -> new Effect.Kill(id, worker));
    awaitGone(worker, limit);
  }

  /// An earlier limit stands.
  void awaitGone(String worker, Duration limit) {
    Instant due = timers.get(new Timer.Gone(worker));
    if (due == null || due.isAfter(now.plus(limit))) {
      armBeside(new Timer.Gone(worker), limit);
    }
  }

  /// Ends processes whether or not they were told to end before.
  void killForSure(Predicate<Worker> which, Duration limit) {
    for (Worker worker : List.copyOf(workers)) {
      if (worker.alive() && which.test(worker)) {
        change(worker.id(), Worker::toldToEnd);
        end(worker.id(), limit);
      }
    }
  }

  void killAll(Predicate<Worker> which) {
    List.copyOf(workers).stream().filter(which).forEach(this::kill);
  }
}
