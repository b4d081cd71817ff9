package dev.manta.internal.run;

import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.Handover;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.StartPoint;
import dev.manta.internal.run.state.Worker;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the next attempt begins: with the newest state that survivors hold, or with a checkpoint.
final class StartingState {
  private StartingState() {}

  /// The survivor that hands its state to the others. Replicas that should be equal and are not are
  /// not a source.
  static Optional<Handover> among(Draft draft, List<Seat> seats) {
    Map<Seat, Worker> stay = Seating.assign(draft, seats);
    List<Worker> survivors = List.copyOf(stay.values());
    Optional<Worker> newest = draft.rules.newest(survivors);
    if (newest.isEmpty()) {
      return Optional.empty();
    }
    HeldCommit held = newest.get().held().orElseThrow();
    Optional<Worker> other =
        survivors.stream()
            .filter(w -> w.held().filter(its -> differs(its, held)).isPresent())
            .findFirst();
    if (other.isPresent()) {
      draft.warn(
          "replicas diverged: ranks %s and %s hold different state of commit %s; resuming from the last checkpoint"
              .formatted(newest.get().rank(), other.get().rank(), held.commit()));
      return Optional.empty();
    }
    if (!draft.rules.fits(held, seats.size())) {
      draft.warn(
          "the state of commit %s is sharded over %s ranks, and there are %s now; resuming from the last checkpoint"
              .formatted(held.commit(), held.size(), seats.size()));
      return Optional.empty();
    }
    List<Integer> lost = draft.rules.lostShards(survivors, held);
    if (!lost.isEmpty()) {
      draft.warn(
          "the shards of ranks %s are lost with them and with those that kept copies; resuming from the last checkpoint"
              .formatted(lost));
      return Optional.empty();
    }
    return Optional.of(new Handover(rankOf(newest.get(), stay), held));
  }

  /// Why nothing that survivors hold is used: what the function has rolled back is not a state.
  static Optional<String> distrusts(Draft draft) {
    return draft
        .current
        .trouble
        .filter(failures -> !draft.rules.trusts(failures))
        .map(_ -> "the function rolled it back");
  }

  /// The rank that a survivor will have.
  private static int rankOf(Worker worker, Map<Seat, Worker> stay) {
    return stay.entrySet().stream()
        .filter(each -> each.getValue().id().equals(worker.id()))
        .mapToInt(each -> each.getKey().rank())
        .findFirst()
        .orElseThrow();
  }

  private static boolean differs(HeldCommit one, HeldCommit newest) {
    return one.asNewAs(newest) && one.checksum() != newest.checksum();
  }

  /// What workers are told of where they begin.
  static StartPoint startPoint(Draft draft) {
    return draft
        .current
        .handover
        .map(from -> inMemory(draft, from))
        .or(() -> startedFrom(draft).map(checkpoint -> inStorage(draft, checkpoint)))
        .orElse(new StartPoint.InStorage(draft.current.startedFrom, 0, 0, draft.stored.ordinal));
  }

  private static Optional<CommittedCheckpoint> startedFrom(Draft draft) {
    return draft.current.startedFrom.flatMap(draft.stored.kept::find);
  }

  private static StartPoint inMemory(Draft draft, Handover from) {
    HeldCommit held = from.held();
    return new StartPoint.InMemory(
        draft.current.startedFrom,
        held.step(),
        held.epoch(),
        draft.stored.ordinal,
        held.commit(),
        from.source(),
        held.size());
  }

  private static StartPoint inStorage(Draft draft, CommittedCheckpoint checkpoint) {
    return new StartPoint.InStorage(
        Optional.of(checkpoint.name()),
        checkpoint.step(),
        checkpoint.epoch(),
        draft.stored.ordinal);
  }

  /// The same in words.
  static String said(Draft draft) {
    Optional<String> checkpoint = draft.current.startedFrom.map(" from checkpoint "::concat);
    return draft
        .current
        .handover
        .map(from -> " from commit %s of rank %s".formatted(from.held().commit(), from.source()))
        .or(() -> checkpoint)
        .orElse("");
  }

  /// Whoever trains without anything to resume from should know that.
  static void tellIfStartedOver(Draft draft, Optional<String> checkpoint) {
    boolean before = draft.attempt > 1 && draft.reached > 0;
    if (before && checkpoint.isEmpty() && draft.current.handover.isEmpty()) {
      draft.warn(
          "attempt %s starts over: the run has no checkpoint, and no worker is left that holds its state; report one now and then, such as a snapshot of live state"
              .formatted(draft.attempt));
    }
  }
}
