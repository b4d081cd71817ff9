package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.AttemptState;
import dev.manta.internal.run.state.AttemptState.AttemptDraft;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.CountedNouns;
import dev.manta.internal.run.state.DeafNodes;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Handover;
import dev.manta.internal.run.state.Limits;
import dev.manta.internal.run.state.OutcomeState;
import dev.manta.internal.run.state.OutcomeState.OutcomeDraft;
import dev.manta.internal.run.state.RetryBudget;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// How an attempt begins: from a controller's first moment to the last rank in its function.
final class AttemptStart {
  private static final String ALL_IN = "every rank is in its training function";
  private static final Duration SOON = Duration.ofMillis(200);
  private static final int NAMED_MAX = 5;
  private static final int DAMAGE_CHARS_MAX = 300;

  /// A look at all that lies in storage takes time that a run needs to get going.
  private static final Duration SWEEP_AFTER = Duration.ofSeconds(10);

  private AttemptStart() {}

  /// A new controller takes over: whoever its predecessor left behind must be gone first.
  static void begin(Draft draft, int term) {
    draft.term = term;
    draft.timers.clear();
    draft.current.pending.clear();
    draft.current.resizing = Optional.empty();
    draft.notices.clear();
    draft.size = draft.size.threads(OptionalInt.empty()).deaf(DeafNodes.NONE);
    draft.stored.validations = CheckpointValidation.toDo(draft);
    draft.workers.replaceAll(Worker::toldToEnd);
    for (Worker worker : draft.workers) {
      fence(draft, worker);
    }
    CutOffWorkers.begin(draft);
    if (draft.workers.stream().anyMatch(worker -> worker.phase() != WorkerPhase.GONE)) {
      // Whoever was deposed before it began finds out by this record, and ends nobody.
      draft.because("workers of an earlier controller end first");
    }
    if (draft.attempt > 0) {
      draft.effect(id -> new Effect.SweepCatalog(id, term));
      draft.armBeside(OfRun.SWEEP, SWEEP_AFTER);
    }
    resume(draft);
  }

  static void sweep(Draft draft) {
    int term = draft.term;
    draft.effect(id -> new Effect.Sweep(id, term, List.of()));
  }

  private static void fence(Draft draft, Worker worker) {
    if (worker.phase() != WorkerPhase.GONE && !worker.isCutOff()) {
      draft.fence(worker);
    }
    if (worker.alive()) {
      // It has a moment to end itself before it is killed.
      Limits limits = draft.settings().limits();
      draft.awaitGone(worker.id(), limits.leave().plus(limits.gone()));
    }
  }

  /// What was finished stays finished; everything else continues with a full budget.
  private static void resume(Draft draft) {
    boolean finished =
        draft.outcome.ending.filter(ending -> ending.status() == RunStatus.FINISHED).isPresent();
    if (finished) {
      return;
    }
    draft.current.trouble = Optional.empty();
    draft.outcome = new OutcomeDraft(OutcomeState.open(draft.outcome.value));
    draft.budget = draft.attempt == 0 ? RetryBudget.FULL : RetryBudget.from(draft.stored.committed);
    draft.status = RunStatus.RESTARTING;
    draft.says(draft.attempt == 0 ? "the run begins" : "the run continues");
  }

  /// Begins the next attempt: at once where survivors hold its state and keep their seats, else
  /// when it is known what checkpoint and machines there are.
  static void next(Draft draft) {
    switch (Resizes.next(draft)) {
      case Placer.Refused _ when draft.outcome.stopping.isPresent() && RunStops.isHeld(draft) ->
          next(draft, Seating.alone(draft));
      case Placer.Refused(String why) -> waitFor(draft, why);
      case Placer.Placed placed -> next(draft, placed.seats());
    }
  }

  /// Survivors keep what they hold meanwhile.
  private static void waitFor(Draft draft, String missing) {
    String why = "waits for capacity: " + missing;
    if (draft.size.waits().equals(Optional.of(missing))) {
      draft.says(why);
    } else {
      draft.size = draft.size.waits(Optional.of(missing));
      draft.because(why);
    }
  }

  private static void next(Draft draft, List<Seat> seats) {
    Optional<String> distrusts = StartingState.distrusts(draft);
    Optional<Handover> handover =
        distrusts.isPresent() ? Optional.empty() : StartingState.among(draft, seats);
    if (!seats.isEmpty() && seats.size() != draft.group().size()) {
      draft.size = draft.size.changed(draft.now);
    }
    draft.size = draft.size.waits(Optional.empty());
    draft.attempt = draft.rules.nextAttempt(draft.state());
    draft.status = RunStatus.STARTING;
    draft.current =
        new AttemptDraft(AttemptState.next(handover, distrusts, draft.current.startedFrom));
    draft.workers.removeIf(worker -> worker.phase() == WorkerPhase.GONE);
    draft.notices.removeIf(n -> !n.waits() && n.worker().flatMap(draft::find).isEmpty());
    draft.timers.keySet().removeIf(timer -> !timer.outlivesAttempts());
    if (handover.isPresent()) {
      start(draft, seats, draft.state().newest().map(CommittedCheckpoint::name));
    } else {
      prepare(draft);
    }
  }

  /// Machines have been looked at: an attempt that could not be placed when it was prepared may be
  /// now.
  static void seen(Draft draft) {
    boolean waits = draft.size.waits().isPresent() && draft.status == RunStatus.STARTING;
    if (waits && draft.group().isEmpty() && draft.outcome.ending.isEmpty()) {
      switch (place(draft)) {
        case Placer.Refused(String why) -> waitFor(draft, why);
        case Placer.Placed _ -> prepare(draft);
      }
    }
  }

  private static Placer.Result place(Draft draft) {
    return ValidatorSeat.placeRanks(draft.settings(), draft.nodes(), List.of(), draft.size.asked());
  }

  private static void prepare(Draft draft) {
    draft.says("attempt " + draft.attempt + " is being prepared");
    lookAt(draft, draft.rules.candidates(draft.state(), Integer.MAX_VALUE));
  }

  private static void lookAt(Draft draft, List<CommittedCheckpoint> candidates) {
    int attempt = draft.attempt;
    draft.effect(id -> new Effect.Prepare(id, attempt, candidates));
  }

  static void prepared(Draft draft, Event.Prepared event) {
    if (!draft.group().isEmpty() || draft.outcome.ending.isPresent()) {
      return;
    }
    tellDamaged(draft, event);
    event.damaged().forEach((name, what) -> damaged(draft, name, what));
    event
        .start()
        .flatMap(draft.stored.kept::find)
        .filter(k -> !k.isIntact())
        .ifPresent(k -> whole(draft, k));
    List<CommittedCheckpoint> older = older(draft, event);
    if (!older.isEmpty()) {
      lookAt(draft, older);
      draft.checkpoints("the newest checkpoints are damaged; looking at older ones");
      return;
    }
    if (event.start().isEmpty() && !draft.rules.mayStartOver(draft.state())) {
      draft.end(RunStatus.FAILED, ErrorCode.STORAGE, unreadable(draft));
      return;
    }
    // Nothing is granted yet, or who has trained on these machines can again when they are back.
    boolean elastic = draft.settings().scaling().workers().elastic();
    boolean waits = elastic || event.nodes().isEmpty() || draft.size.threads().isPresent();
    draft.size = draft.size.nodes(event.nodes());
    switch (place(draft)) {
      case Placer.Refused(String why) when waits -> waitFor(draft, why);
      case Placer.Refused(String why) -> draft.end(RunStatus.FAILED, ErrorCode.CLUSTER, why);
      case Placer.Placed placed -> {
        if (draft.attempt == 1) {
          placed.warning().ifPresent(draft::warn);
        }
        // Survivors that had no seat when it was prepared may have one now.
        if (draft.current.distrusts.isEmpty()) {
          draft.current.handover = StartingState.among(draft, placed.seats());
        }
        start(draft, placed.seats(), event.start());
      }
    }
  }

  /// Those to look at next, where all that were looked at are damaged.
  private static List<CommittedCheckpoint> older(Draft draft, Event.Prepared event) {
    OptionalInt oldest =
        event.damaged().keySet().stream()
            .flatMap(name -> draft.stored.kept.find(name).stream())
            .mapToInt(CommittedCheckpoint::ordinal)
            .min();
    return event.start().isEmpty() && oldest.isPresent()
        ? draft.rules.candidates(draft.state(), oldest.getAsInt())
        : List.of();
  }

  /// It stays: only retention and people delete what was committed.
  private static void damaged(Draft draft, String name, String what) {
    String wrong = what.substring(0, Math.min(what.length(), DAMAGE_CHARS_MAX));
    Optional<CommittedCheckpoint> known = draft.stored.kept.find(name);
    if (known.filter(checkpoint -> !draft.rules.outlives(checkpoint, wrong)).isPresent()) {
      draft.stored.kept = draft.stored.kept.without(List.of(name));
    }
    draft.stored.kept =
        draft.stored.kept.with(name, checkpoint -> checkpoint.found(Optional.of(wrong)));
  }

  private static void whole(Draft draft, CommittedCheckpoint checkpoint) {
    draft.stored.kept = draft.stored.kept.with(checkpoint.found(Optional.empty()));
    draft.warn("checkpoint " + checkpoint.name() + " was damaged, and is intact again");
  }

  private static void tellDamaged(Draft draft, Event.Prepared event) {
    if (event.damaged().isEmpty() || event.start().isEmpty()) {
      return;
    }
    String some =
        event.damaged().entrySet().stream()
            .limit(NAMED_MAX)
            .map(each -> "checkpoint " + each.getKey() + " is damaged: " + each.getValue())
            .collect(Collectors.joining("; "));
    draft.warn(
        "%s%s; resuming from %s; what is damaged stays where it is, and is used again once its files are restored"
            .formatted(some, andMore(event.damaged().size()), event.start().get()));
  }

  private static String andMore(int count) {
    return count > NAMED_MAX ? "; and " + (count - NAMED_MAX) + " more" : "";
  }

  /// Whoever has trained for a week does not want to begin again because a disk is not mounted.
  private static String unreadable(Draft draft) {
    String some =
        draft
            .stored
            .kept
            .newestFirst()
            .limit(NAMED_MAX)
            .map(
                checkpoint ->
                    checkpoint.name() + ": " + checkpoint.damage().orElse("not looked at"))
            .collect(Collectors.joining("; "));
    return "none of the run's %s checkpoints can be read: %s%s; is the storage mounted? Restore their files and run it again, or start over with fresh(), or --fresh of manta run"
        .formatted(draft.stored.kept.size(), some, andMore(draft.stored.kept.size()));
  }

  private static void start(Draft draft, List<Seat> placed, Optional<String> from) {
    List<Seat> seats = withSameThreads(draft, DeviceChoice.free(draft, placed));
    draft.current.startedFrom = from;
    TimeAccounting.rollBack(draft, from);
    draft.size = draft.size.waits(Optional.empty());
    StartingState.tellIfStartedOver(draft, from);
    long step = StartingState.startPoint(draft).step();
    seats.forEach(seat -> draft.current.steps.put(seat.rank(), step));
    String kept = Seating.fill(draft, seats);
    draft.group().stream()
        .filter(worker -> worker.phase() == WorkerPhase.UP)
        .forEach(worker -> sendJoin(draft, worker));
    draft.arm(OfRun.START, draft.settings().limits().start());
    draft.because(opening(draft, seats.size(), kept));
  }

  /// Ranks that sit elsewhere have as many as before.
  private static List<Seat> withSameThreads(Draft draft, List<Seat> seats) {
    int threads =
        draft.size.threads().orElse(seats.stream().mapToInt(Seat::threads).min().orElse(1));
    draft.size = draft.size.threads(OptionalInt.of(threads));
    return seats.stream().map(seat -> seat.with(threads)).toList();
  }

  private static String opening(Draft draft, int size, String kept) {
    String workers = CountedNouns.workers(size) + kept;
    return "attempt " + draft.attempt + " starts with " + workers + StartingState.said(draft);
  }

  static void notPrepared(Draft draft, String why) {
    if (draft.group().isEmpty() && draft.outcome.ending.isEmpty()) {
      draft.end(RunStatus.FAILED, ErrorCode.STORAGE, why);
    }
  }

  static void up(Draft draft, Event.WorkerUp event) {
    draft
        .find(event.worker())
        .filter(worker -> worker.phase() == WorkerPhase.STARTING && !worker.ending())
        .ifPresent(worker -> join(draft, worker, event.pid()));
    CheckpointValidation.up(draft, event.worker());
    Reattaching.restated(draft, event.worker());
  }

  static void join(Draft draft, Worker worker, long pid) {
    if (worker.isSpare()) {
      Spares.up(draft, worker, pid);
      return;
    }
    if (isOver(draft, worker)) {
      draft.change(worker.id(), w -> w.up(pid).unwound(Optional.empty()));
      draft.because("worker " + worker.id() + " is up, and will be of the next attempt");
      return;
    }
    draft.change(worker.id(), w -> w.up(pid));
    if (draft.attempt > 1) {
      draft.because("worker " + worker.id() + " is up");
    }
    sendJoin(draft, worker);
  }

  /// Whether the attempt that a worker was started for has ended meanwhile.
  private static boolean isOver(Draft draft, Worker worker) {
    return draft.current.trouble.isPresent() || worker.attempt() != draft.attempt;
  }

  /// Tells a process that is up which rank it is.
  private static void sendJoin(Draft draft, Worker worker) {
    int size = draft.group().size();
    var start = StartingState.startPoint(draft);
    draft.effect(
        id -> new Effect.SendJoin(id, worker.id(), worker.attempt(), worker.seat(), size, start));
  }

  static void ready(Draft draft, Event.WorkerReady event) {
    draft
        .find(event.worker())
        .filter(worker -> worker.phase() == WorkerPhase.UP)
        .ifPresent(worker -> draft.change(worker.id(), w -> w.ready(event.offer())));
  }

  static void entered(Draft draft, String id) {
    draft
        .find(id)
        .filter(worker -> worker.phase() == WorkerPhase.READY)
        .ifPresent(worker -> enter(draft, id));
  }

  /// Whoever is in its function was let in: by this controller, or by the one before.
  private static void enter(Draft draft, String id) {
    draft.current.opened = true;
    draft.change(id, worker -> worker.phase(WorkerPhase.ENTERED));
  }

  /// Collectives are formed when the last rank uses them.
  static void offered(Draft draft, Event.WorkerOffered event) {
    Optional<Worker> worker =
        draft.find(event.worker()).filter(w -> w.offer().isEmpty() && !w.phase().settled());
    if (worker.isEmpty() || !draft.current.opened) {
      return;
    }
    draft.change(event.worker(), w -> w.offered(event.offer()));
    gather(draft);
  }

  private static void gather(Draft draft) {
    List<Worker> group = draft.group();
    List<String> offers = group.stream().flatMap(worker -> worker.offer().stream()).toList();
    if (offers.size() == group.size()) {
      List<String> workers = group.stream().map(Worker::id).toList();
      int attempt = draft.attempt;
      draft.effect(id -> new Effect.SendGathered(id, attempt, workers, offers));
    }
  }

  /// Says again what an earlier controller may not have said to all.
  static void again(Draft draft) {
    boolean preparing = draft.status == RunStatus.STARTING && draft.group().isEmpty();
    if (preparing && draft.outcome.ending.isEmpty()) {
      prepare(draft);
    } else if (draft.current.opened) {
      letIn(draft);
      gather(draft);
    }
  }

  /// Forms the group when all are ready, and says so when all are in.
  static void advance(Draft draft) {
    List<Worker> group = draft.group();
    if (group.isEmpty() || draft.status != RunStatus.STARTING) {
      return;
    }
    if (!draft.current.opened
        && group.stream().allMatch(worker -> worker.phase() == WorkerPhase.READY)) {
      open(draft);
    }
    if (draft.current.opened && group.stream().allMatch(AttemptStart::in)) {
      draft.status = RunStatus.RUNNING;
      draft.disarm(OfRun.START);
      announce(draft);
      Spares.plan(draft);
      RunStops.resume(draft);
      PreemptionNotices.resume(draft);
    }
  }

  /// Nothing follows from this record, so after a failure training does not wait for it.
  private static void announce(Draft draft) {
    if (draft.attempt == 1) {
      tell(draft);
    } else {
      draft.says(ALL_IN);
      draft.arm(OfRun.ANNOUNCE, SOON);
    }
  }

  static void announced(Draft draft) {
    if (draft.status == RunStatus.RUNNING && draft.current.trouble.isEmpty()) {
      tell(draft);
    }
  }

  private static void tell(Draft draft) {
    draft.because(ALL_IN);
  }

  private static boolean in(Worker worker) {
    return worker.phase() == WorkerPhase.ENTERED || worker.returned();
  }

  private static void letIn(Draft draft) {
    List<String> workers = draft.living(worker -> worker.phase() == WorkerPhase.READY);
    List<String> offers = draft.group().stream().map(worker -> worker.offer().orElse("")).toList();
    int attempt = draft.attempt;
    if (!workers.isEmpty()) {
      draft.effect(id -> new Effect.OpenGroup(id, attempt, workers, offers));
    }
  }

  private static void open(Draft draft) {
    draft.current.opened = true;
    letIn(draft);
    if (draft.attempt == 1) {
      draft.because("every worker is ready");
    } else {
      // Who is in the group was recorded when it was begun, and as its processes came up.
      draft.says("every worker is ready");
    }
  }

  static void tooSlow(Draft draft) {
    if (draft.status != RunStatus.STARTING || draft.current.trouble.isPresent()) {
      return;
    }
    for (Worker worker : draft.group()) {
      if (!in(worker) && worker.alive()) {
        WorkerLosses.blame(draft, Causes.slowStart(draft, worker));
        draft.kill(worker);
      }
    }
  }
}
