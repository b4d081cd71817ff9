package dev.manta.internal.run;

import dev.manta.internal.run.state.ClosedCheckpoint;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.PendingCheckpoint;
import dev.manta.internal.run.state.RankPart;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Timer;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.Metrics;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// How parts become a checkpoint: all durable, then the manifest, then the control record, then the
/// workers hear of it, then older ones go.
final class CheckpointAssembly {
  /// How long a checkpoint may be on its way yet when its attempt is over.
  static final Duration STORING_MAX = Duration.ofMinutes(1);

  private static final int CLOSED_MAX = 64;

  /// How many go at once: a run that was told to keep all and now keeps few shall not write a
  /// record of a hundred thousand names.
  private static final int RETIRED_MAX = 256;

  private CheckpointAssembly() {}

  static void partStored(Draft draft, Event.PartStored event) {
    Optional<Worker> worker = draft.find(event.worker());
    if (worker.isEmpty() || !draft.current.opened) {
      return;
    }
    draft.stored.ordinal = Math.max(draft.stored.ordinal, event.ordinal());
    if (toldAgain(draft, worker.get(), event)) {
      return;
    }
    Optional<ClosedCheckpoint> closed =
        draft.current.closed.stream().filter(c -> c.ordinal() == event.ordinal()).findFirst();
    if (closed.isPresent()) {
      late(draft, worker.get(), closed.get(), event);
    } else if (isOpen(draft, event.ordinal())) {
      add(draft, worker.get(), event);
    }
  }

  /// What other ranks wait for is open however many came after it: without a controller ranks store
  /// far ahead. Something else so old may have been given up and forgotten.
  private static boolean isOpen(Draft draft, int ordinal) {
    return find(draft, ordinal).isPresent() || ordinal > draft.stored.ordinal - CLOSED_MAX;
  }

  /// A rank says again what it stored, as it has not heard what became of it: an earlier controller
  /// may have gone before it could tell.
  private static boolean toldAgain(Draft draft, Worker worker, Event.PartStored event) {
    Optional<CommittedCheckpoint> kept =
        draft.stored.kept.at(event.ordinal()).filter(known -> known.attempt() == event.attempt());
    boolean by =
        draft.current.closed.stream()
            .filter(closed -> closed.ordinal() == event.ordinal())
            .allMatch(closed -> closed.ranks().contains(worker.rank()));
    if (kept.isPresent() && by) {
      List<String> one = List.of(worker.id());
      draft.effect(id -> new Effect.SendCommitted(id, event.attempt(), one, kept.get()));
    }
    return kept.isPresent() && by;
  }

  /// Something for a checkpoint that is done: said twice, or by a rank that should not.
  private static void late(
      Draft draft, Worker worker, ClosedCheckpoint closed, Event.PartStored event) {
    boolean committed = draft.stored.kept.at(closed.ordinal()).isPresent();
    if (committed && !closed.ranks().contains(worker.rank())) {
      misuse(draft, worker, closed.ranks().getFirst(), closed.step(), event);
    }
  }

  private static void add(Draft draft, Worker worker, Event.PartStored event) {
    PendingCheckpoint pending = find(draft, event.ordinal()).orElseGet(() -> begin(draft, event));
    Optional<RankPart> other =
        pending.parts().stream().filter(part -> part.rank() != worker.rank()).findFirst();
    boolean fits = draft.rules.sameStep(pending, event.step());
    boolean alone = other.isEmpty() || (!other.get().whole() && !event.part().whole());
    if (!fits || !alone) {
      int rank = other.map(RankPart::rank).orElse(worker.rank());
      misuse(draft, worker, rank, pending.step(), event);
    } else if (!pending.committing()) {
      put(draft, pending.with(event.part()));
      commitIfComplete(draft, event.ordinal());
    }
  }

  private static PendingCheckpoint begin(Draft draft, Event.PartStored event) {
    draft.arm(new Timer.Part(event.ordinal()), draft.settings().checkpoints().partTimeout());
    var pending = new PendingCheckpoint(event.ordinal(), event.step(), List.of(), false);
    draft.current.pending.add(pending);
    return pending;
  }

  private static void misuse(
      Draft draft, Worker worker, int other, long step, Event.PartStored event) {
    String what = mistake(other, step, event);
    giveUp(draft, event.ordinal(), "rank " + worker.rank() + " " + what);
    WorkerLosses.blame(draft, Causes.misuse(draft, worker, what));
    // Ranks that hear of it do not name their parts to the next controller, which could not tell.
    draft.because("rank " + worker.rank() + " " + what);
  }

  private static String mistake(int other, long step, Event.PartStored event) {
    if (step == event.step()) {
      return ("and rank %s both reported a checkpoint at step %s: mark each as a part with"
              + " Checkpoint.fromDirectory(dir).part(), or report it from one rank only")
          .formatted(other, step);
    }
    if (event.part().whole()) {
      return ("reported a checkpoint at step %s while that of rank %s at step %s was on its way:"
              + " report all from one rank, or let ranks wait for each other at a barrier in"
              + " between")
          .formatted(event.step(), other, step);
    }
    return ("reported checkpoint %s at step %s, but rank %s at step %s: ranks that store parts of"
            + " one checkpoint report it at the same step")
        .formatted(event.ordinal(), event.step(), other, step);
  }

  private static void commitIfComplete(Draft draft, int ordinal) {
    PendingCheckpoint pending = find(draft, ordinal).orElseThrow();
    if (draft.rules.complete(pending, draft.group().size())) {
      draft.disarm(new Timer.Part(ordinal));
      put(draft, pending.commit());
      int attempt = draft.attempt;
      draft.effect(
          id -> new Effect.CommitCheckpoint(id, attempt, ordinal, pending.step(), pending.parts()));
    }
  }

  static void stored(Draft draft, Event.CheckpointStored event) {
    Optional<PendingCheckpoint> pending =
        find(draft, event.ordinal()).filter(PendingCheckpoint::committing);
    if (pending.isEmpty()) {
      return;
    }
    close(draft, pending.get());
    CommittedCheckpoint checkpoint = kept(draft, event, pending.get());
    draft.keep(checkpoint);
    CheckpointValidation.committed(draft, checkpoint);
    tell(draft, checkpoint, surplus(draft).contains(checkpoint.name()));
    retire(draft);
  }

  /// One that was overtaken by newer ones, and is not among the best, does not stay.
  private static void tell(Draft draft, CommittedCheckpoint checkpoint, boolean overtaken) {
    int attempt = draft.attempt;
    List<String> workers = draft.living(_ -> true);
    if (overtaken) {
      String why = "newer checkpoints were committed before it";
      draft.effect(
          id -> new Effect.SendNotCommitted(id, attempt, workers, checkpoint.ordinal(), why));
    } else {
      draft.effect(id -> new Effect.SendCommitted(id, attempt, workers, checkpoint));
      draft.checkpoints(
          "checkpoint " + checkpoint.name() + " committed at step " + checkpoint.step());
    }
  }

  private static List<String> surplus(Draft draft) {
    OptionalInt keep = draft.settings().checkpoints().keep();
    if (keep.isEmpty() || draft.stored.kept.size() <= keep.getAsInt()) {
      return List.of();
    }
    RunState state = draft.state();
    List<CommittedCheckpoint> all = draft.stored.kept.all();
    List<String> needed =
        all.stream()
            .filter(checkpoint -> draft.rules.needed(state, checkpoint))
            .map(CommittedCheckpoint::name)
            .toList();
    List<String> surplus = CheckpointRanking.surplus(all, draft.settings().checkpoints(), needed);
    return surplus.size() > RETIRED_MAX ? surplus.subList(0, RETIRED_MAX) : surplus;
  }

  private static CommittedCheckpoint kept(
      Draft draft, Event.CheckpointStored event, PendingCheckpoint pending) {
    return new CommittedCheckpoint(
        event.name(),
        event.attempt(),
        event.ordinal(),
        pending.step(),
        pending.parts().getFirst().epoch(),
        event.manifestHash(),
        draft.now,
        Metrics.empty(),
        CheckpointValidation.ofNew(draft, event.ordinal()),
        Optional.empty(),
        CheckpointRanking.score(
            MetricReduction.of(pending.parts(), draft.settings().reductions()),
            draft.settings().checkpoints()));
  }

  /// Deletes what the configuration does not want kept.
  static void retire(Draft draft) {
    List<String> gone = surplus(draft);
    if (!gone.isEmpty()) {
      draft.stored.kept = draft.stored.kept.without(gone);
      draft.effect(id -> new Effect.DeleteCheckpoints(id, gone));
      draft.retired();
    }
  }

  static void notStored(Draft draft, Event.CheckpointNotStored event) {
    if (find(draft, event.ordinal()).filter(PendingCheckpoint::committing).isPresent()) {
      giveUp(draft, event.ordinal(), event.why());
    }
  }

  static void partFailed(Draft draft, Event.PartFailed event) {
    boolean closed = draft.current.closed.stream().anyMatch(c -> c.ordinal() == event.ordinal());
    if (!closed && draft.find(event.worker()).isPresent()) {
      draft.stored.ordinal = Math.max(draft.stored.ordinal, event.ordinal());
      int rank = draft.find(event.worker()).orElseThrow().rank();
      if (find(draft, event.ordinal()).isEmpty()) {
        draft.current.pending.add(
            new PendingCheckpoint(event.ordinal(), event.step(), List.of(), false));
      }
      giveUp(draft, event.ordinal(), "rank " + rank + " could not store it: " + event.why());
    }
  }

  /// Nobody is ended while what it stores is on its way: the run may resume from there.
  static void storing(Draft draft, Event.Storing event) {
    if (draft.find(event.worker()).filter(Worker::alive).isPresent()) {
      draft.arm(OfRun.STORING, STORING_MAX);
    }
  }

  static void partMissing(Draft draft, int ordinal) {
    find(draft, ordinal)
        .filter(pending -> !pending.committing())
        .ifPresent(
            pending -> {
              long seconds = draft.settings().checkpoints().partTimeout().toSeconds();
              giveUp(draft, ordinal, missing(draft, pending) + " within " + seconds + " s");
            });
  }

  /// Once all ranks have returned, what is missing will never come.
  static void giveUpIncomplete(Draft draft) {
    for (PendingCheckpoint pending : List.copyOf(draft.current.pending)) {
      if (!pending.committing()) {
        giveUp(draft, pending.ordinal(), missing(draft, pending) + " before they returned");
      }
    }
  }

  private static String missing(Draft draft, PendingCheckpoint pending) {
    String ranks =
        IntStream.range(0, draft.group().size())
            .filter(rank -> !pending.has(rank))
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    return "rank " + ranks + " did not store a part of it";
  }

  private static void giveUp(Draft draft, int ordinal, String why) {
    Optional<PendingCheckpoint> pending = find(draft, ordinal);
    if (pending.isEmpty()) {
      return;
    }
    close(draft, pending.get());
    int attempt = draft.attempt;
    List<String> workers = draft.living(_ -> true);
    draft.effect(id -> new Effect.SendNotCommitted(id, attempt, workers, ordinal, why));
    String stands =
        draft
            .stored
            .kept
            .newestFirst()
            .findFirst()
            .map(newest -> newest.name() + " stands")
            .orElse("there is none before it");
    draft.warn(
        "checkpoint %s at step %s was given up: %s; %s"
            .formatted(ordinal, pending.get().step(), why, stands));
  }

  private static void close(Draft draft, PendingCheckpoint pending) {
    draft.disarm(new Timer.Part(pending.ordinal()));
    draft.current.pending.removeIf(other -> other.ordinal() == pending.ordinal());
    List<Integer> ranks = pending.parts().stream().map(RankPart::rank).toList();
    draft.current.closed.add(new ClosedCheckpoint(pending.ordinal(), pending.step(), ranks));
    if (draft.current.closed.size() > CLOSED_MAX) {
      draft.current.closed.removeFirst();
    }
  }

  private static Optional<PendingCheckpoint> find(Draft draft, int ordinal) {
    return draft.current.pending.stream().filter(p -> p.ordinal() == ordinal).findFirst();
  }

  private static void put(Draft draft, PendingCheckpoint changed) {
    draft.current.pending.removeIf(other -> other.ordinal() == changed.ordinal());
    draft.current.pending.add(changed);
  }
}
