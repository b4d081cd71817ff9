package dev.manta.internal.run;

import dev.manta.train.Failure;
import dev.manta.train.Ledger;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A step while it is being worked out: a state that may be changed, and the effects so far.
final class Draft {
  final Instant now;
  private final @Nullable RunSettings settings;
  final Rules rules;

  int term;
  int attempt;
  boolean opened;
  RunStatus status;
  final List<Worker> workers;
  final List<String> awaited;
  final Map<Integer, Long> steps;
  long reached;
  long committed;
  int ordinal;
  String startedFrom;
  Optional<Handover> handover;
  final List<PendingCheckpoint> pending;
  final List<Closed> closed;
  KeptCheckpoints kept;
  Validations validations;
  Budget budget;
  Scale scale;
  Optional<Resizing> resizing;
  final List<Notice> notices;
  Optional<Trouble> trouble;
  Optional<Failure> failure;
  Optional<Stopping> stopping;
  Optional<Ending> ending;
  Optional<String> value;
  boolean sawStop;
  final List<Late> late;
  Arrivals arrivals;
  final Map<String, Instant> timers;
  int nextWorker;
  Ledger ledger;
  Optional<Instant> bookedTo;

  private final List<Effect> effects = new ArrayList<>();
  private long nextEffect;
  private String reason;
  private Step.Durable durable = Step.Durable.NOTHING;

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
    opened = from.opened();
    status = from.status();
    reason = from.reason();
    workers = new ArrayList<>(from.workers());
    awaited = new ArrayList<>(from.awaited());
    steps = new HashMap<>(from.steps());
    reached = from.reached();
    committed = from.committed();
    ordinal = from.ordinal();
    startedFrom = from.startedFrom();
    handover = from.handover();
    pending = new ArrayList<>(from.pending());
    closed = new ArrayList<>(from.closed());
    kept = from.kept();
    validations = from.validations();
    budget = from.budget();
    scale = from.scale();
    resizing = from.resizing();
    notices = new ArrayList<>(from.notices());
    trouble = from.trouble();
    failure = from.failure();
    stopping = from.stopping();
    ending = from.ending();
    value = from.value();
    sawStop = from.sawStop();
    late = new ArrayList<>(from.late());
    arrivals = from.arrivals();
    timers = new HashMap<>(from.timers());
    nextWorker = from.nextWorker();
    nextEffect = from.nextEffect();
    ledger = from.ledger();
    bookedTo = from.bookedTo();
  }

  RunState state() {
    return new RunState(
        term,
        attempt,
        opened,
        status,
        reason,
        workers,
        awaited,
        steps,
        reached,
        committed,
        ordinal,
        startedFrom,
        handover,
        pending,
        closed,
        kept,
        validations,
        budget,
        scale,
        resizing,
        notices,
        trouble,
        failure,
        stopping,
        ending,
        value,
        sawStop,
        late,
        arrivals,
        timers,
        nextWorker,
        nextEffect,
        ledger,
        bookedTo);
  }

  Step done() {
    return new Step(state(), effects, reason, rules.durable(durable));
  }

  RunSettings settings() {
    return Objects.requireNonNull(settings);
  }

  /// Adds a checkpoint, or replaces it by what is known about it now.
  void keep(Kept checkpoint) {
    kept = kept.with(checkpoint);
    ordinal = Math.max(ordinal, checkpoint.ordinal());
    committed = Math.max(committed, checkpoint.step());
    reached = Math.max(reached, checkpoint.step());
    if (rules.gotAhead(budget, committed, 0)) {
      budget = budget.refilled();
    }
  }

  /// Does something once the state is durable.
  void effect(LongFunction<Effect> make) {
    effects.add(make.apply(nextEffect++));
  }

  /// Says why, though nothing changes that a later controller must know.
  void says(String why) {
    if (durable != Step.Durable.STATE) {
      reason = why;
    }
  }

  /// The step changes what a later controller must know. Where one thing leads to the next in one
  /// step, all of it is said.
  void because(String why) {
    boolean more = durable == Step.Durable.STATE && !reason.contains(why);
    reason = more ? reason + "; " + why : why;
    durable = Step.Durable.STATE;
  }

  /// The run is over, for this reason alone.
  void concludes(String why) {
    reason = why;
    durable = Step.Durable.STATE;
  }

  /// The step changes which checkpoints there are.
  void checkpoints(String why) {
    says(why);
    if (durable == Step.Durable.NOTHING) {
      durable = Step.Durable.CHECKPOINTS;
    }
  }

  /// Checkpoints went, which needs no reason of its own.
  void retired() {
    checkpoints(reason);
  }

  /// Arms a timer of this attempt.
  void arm(String timer, Duration delay) {
    arm(attempt, timer, delay);
  }

  /// Arms a timer that outlives attempts.
  void armBeside(String timer, Duration delay) {
    arm(0, timer, delay);
  }

  /// Arms a timer that an earlier controller had armed.
  void rearm(String timer, Duration delay) {
    arm(Timers.outlivesAttempts(timer) ? 0 : attempt, timer, delay);
  }

  private void arm(int of, String timer, Duration delay) {
    timers.put(timer, now.plus(delay));
    effect(id -> new Effect.ArmTimer(id, of, timer, delay));
  }

  void disarm(String timer) {
    timers.remove(timer);
  }

  /// Whether a timer that fired was armed and is due; it is no longer armed then. One that rings
  /// too early, for it was armed again or the clock was set back, rings once more.
  boolean due(String timer) {
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

  List<Worker> group() {
    return workers.stream().filter(worker -> worker.attempt() == attempt).toList();
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
      arm(Timers.LEAVE, settings().limits().leave());
    }
  }

  /// Ends a process, unless that was done before.
  void kill(Worker worker) {
    if (worker.alive() && !worker.ending()) {
      change(worker.id(), Worker::toldToEnd);
      end(worker.id(), settings().limits().gone());
    }
  }

  /// Ends a process at once, and waits no longer than this until it is gone.
  void end(String worker, Duration limit) {
    effect(id -> new Effect.Kill(id, worker));
    awaitGone(worker, limit);
  }

  /// An earlier limit stands.
  void awaitGone(String worker, Duration limit) {
    Instant due = timers.get(Timers.gone(worker));
    if (due == null || due.isAfter(now.plus(limit))) {
      armBeside(Timers.gone(worker), limit);
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
