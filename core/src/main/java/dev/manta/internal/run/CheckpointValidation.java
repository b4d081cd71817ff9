package dev.manta.internal.run;

import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Validations;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.Metrics;
import dev.manta.train.ReportedCheckpoint.Validation;
import java.time.Duration;
import java.util.Optional;

/// Validation of committed checkpoints: one at a time, beside training.
final class CheckpointValidation {
  /// How many wait at most: where validation is slower than training, records would grow for ever.
  private static final int WAITING_MAX = 256;

  private CheckpointValidation() {}

  /// A checkpoint is committed: it waits for its score, unless it is one of those that get none.
  static void committed(Draft draft, CommittedCheckpoint checkpoint) {
    if (checkpoint.validation() == Validation.PENDING) {
      add(draft, checkpoint.name());
    }
  }

  /// Counted as they were reported: they may be committed in another order.
  static Validation ofNew(Draft draft, int ordinal) {
    return draft
        .settings()
        .validation()
        .filter(rules -> ordinal % rules.every() == 0)
        .map(_ -> Validation.PENDING)
        .orElse(Validation.NONE);
  }

  /// Every rank has returned: what they leave is scored, whether it was its turn or not.
  static void addLast(Draft draft) {
    draft
        .stored
        .kept
        .newestFirst()
        .findFirst()
        .filter(last -> draft.settings().validation().isPresent())
        .filter(last -> last.validation() == Validation.NONE && last.isIntact())
        .ifPresent(
            last -> {
              draft.stored.kept =
                  draft.stored.kept.with(
                      last.name(), one -> one.validated(Metrics.empty(), Validation.PENDING));
              add(draft, last.name());
            });
  }

  /// One more is to be scored; the one that has waited longest may have to make way.
  private static void add(Draft draft, String name) {
    draft.stored.validations = draft.stored.validations.with(name);
    if (draft.stored.validations.queue().size() > WAITING_MAX) {
      String first = draft.stored.validations.queue().getFirst();
      draft.stored.validations = draft.stored.validations.withoutFirst();
      draft.stored.kept =
          draft.stored.kept.with(
              first, checkpoint -> checkpoint.validated(Metrics.empty(), Validation.FAILED));
      draft.warn(
          "validation of %s was given up: %s newer checkpoints wait for theirs"
              .formatted(first, WAITING_MAX));
    }
  }

  /// What a new controller has to score.
  static Validations toDo(Draft draft) {
    Validations todo = draft.stored.validations.again();
    for (CommittedCheckpoint checkpoint : draft.stored.kept.recent()) {
      boolean waits = isToDo(checkpoint) && !todo.needs(checkpoint.name());
      todo = waits ? todo.with(checkpoint.name()) : todo;
    }
    return todo;
  }

  private static boolean isToDo(CommittedCheckpoint checkpoint) {
    return checkpoint.validation() == Validation.PENDING && checkpoint.isIntact();
  }

  static void startNext(Draft draft) {
    boolean free =
        draft.stored.validations.running().isEmpty() && !draft.stored.validations.queue().isEmpty();
    if (free && draft.group().isEmpty() && draft.outcome.ending.isPresent()) {
      draft.stored.validations = draft.stored.validations.dropped();
    } else if (free && !draft.group().isEmpty()) {
      start(draft);
    }
  }

  private static void start(Draft draft) {
    Optional<CommittedCheckpoint> next =
        draft
            .stored
            .kept
            .find(draft.stored.validations.queue().getFirst())
            .filter(CheckpointValidation::isToDo);
    String worker = "v" + draft.term + "-" + next.map(CommittedCheckpoint::ordinal).orElse(0);
    Seat seat = ValidatorSeat.of(draft);
    draft.stored.validations = draft.stored.validations.start(worker, seat);
    if (next.isEmpty()) {
      draft.stored.validations = draft.stored.validations.done();
      return;
    }
    draft.effect(id -> new Effect.StartValidator(id, worker, seat));
    draft.armBeside(OfRun.VALIDATION, draft.settings().validation().orElseThrow().timeout());
  }

  static void up(Draft draft, String worker) {
    current(draft, worker)
        .filter(running -> running.phase() == WorkerPhase.STARTING)
        .ifPresent(
            running -> {
              draft.stored.validations =
                  draft.stored.validations.running(running.phase(WorkerPhase.UP));
              Seat seat = running.seat();
              draft.effect(id -> new Effect.SendValidate(id, worker, seat, running.checkpoint()));
            });
  }

  static void validated(Draft draft, Event.Validated event) {
    current(draft, event.worker())
        .filter(running -> !running.answered())
        .ifPresent(
            running -> {
              answer(draft, running, event.metrics(), event.error());
              draft.end(running.worker(), draft.settings().limits().gone());
            });
  }

  private static void answer(
      Draft draft, Validations.Running running, Metrics metrics, Optional<String> error) {
    draft.stored.validations = draft.stored.validations.running(running.withAnswer());
    Validation outcome = error.isPresent() ? Validation.FAILED : Validation.DONE;
    String name = running.checkpoint();
    draft.stored.kept =
        draft.stored.kept.with(name, checkpoint -> checkpoint.validated(metrics, outcome));
    error.ifPresent(why -> draft.warn("validation of " + name + " failed: " + why));
    draft.checkpoints("checkpoint " + name + (error.isPresent() ? " not" : "") + " validated");
  }

  static void lost(Draft draft, Event.WorkerLost event) {
    current(draft, event.worker())
        .ifPresent(
            running -> {
              if (!running.answered()) {
                String why = "its process ended with " + event.exit() + tail(event.logTail());
                answer(draft, running, Metrics.empty(), Optional.of(why));
              }
              done(draft);
            });
  }

  private static void done(Draft draft) {
    draft.disarm(OfRun.VALIDATION);
    draft.stored.validations = draft.stored.validations.done();
    CheckpointAssembly.retire(draft);
  }

  /// Where the process sits that makes a score, if it does; it does not end, and nobody waits for
  /// it.
  static Optional<Seat> givenUp(Draft draft, String worker) {
    Optional<Validations.Running> running = current(draft, worker);
    running.ifPresent(_ -> done(draft));
    return running.map(Validations.Running::seat);
  }

  private static String tail(String log) {
    return log.isBlank() ? "" : "\n" + log.strip().indent(2);
  }

  static void tooSlow(Draft draft) {
    draft.stored.validations.running().ifPresent(running -> stop(draft, running));
  }

  private static void stop(Draft draft, Validations.Running running) {
    if (!running.answered()) {
      long seconds = draft.settings().validation().orElseThrow().timeout().toSeconds();
      answer(draft, running, Metrics.empty(), Optional.of("it took longer than " + seconds + " s"));
    }
    draft.end(running.worker(), draft.settings().limits().gone());
  }

  /// Nobody waits for scores any more, and so long for the process that makes one.
  static void drop(Draft draft, Duration limit) {
    draft.stored.validations = draft.stored.validations.dropped();
    draft.stored.validations.running().ifPresent(running -> draft.end(running.worker(), limit));
  }

  private static Optional<Validations.Running> current(Draft draft, String worker) {
    return draft.stored.validations.running().filter(running -> running.worker().equals(worker));
  }
}
