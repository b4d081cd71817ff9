package dev.manta.internal.run;

import java.util.List;
import java.util.Optional;

/// Who sits where in the next attempt: survivors keep their seats, the others get new processes.
final class Seating {
  private Seating() {}

  /// Fills the seats of the attempt that is being opened; says who stayed.
  static String fill(Draft draft, List<Seat> seats) {
    List<Worker> survivors = List.copyOf(draft.workers);
    draft.workers.clear();
    seats.forEach(seat -> draft.workers.add(take(draft, survivors, seat)));
    List<Worker> stayed = draft.workers.stream().filter(w -> w.phase() == Phase.UP).toList();
    survivors.stream().filter(one -> stays(one, stayed).isEmpty()).forEach(one -> end(draft, one));
    stayed.forEach(worker -> Opening.sendJoin(draft, worker));
    return said(stayed.size(), seats.size());
  }

  private static Worker take(Draft draft, List<Worker> survivors, Seat seat) {
    return survivors.stream()
        .filter(worker -> worker.reusable() && worker.seat().equals(seat))
        .findFirst()
        .map(worker -> worker.again(draft.attempt))
        .orElseGet(() -> start(draft, seat));
  }

  private static Worker start(Draft draft, Seat seat) {
    String id = "w" + draft.nextWorker++;
    int attempt = draft.attempt;
    draft.effect(effect -> new Effect.StartWorker(effect, id, attempt, seat));
    return Worker.starting(id, attempt, seat);
  }

  private static Optional<Worker> stays(Worker survivor, List<Worker> stayed) {
    return stayed.stream().filter(worker -> worker.id().equals(survivor.id())).findFirst();
  }

  /// A survivor without a seat has no more to do.
  private static void end(Draft draft, Worker survivor) {
    draft.workers.add(survivor);
    draft.dismiss(survivor);
  }

  private static String said(int stayed, int size) {
    int fresh = size - stayed;
    return stayed == 0 ? "" : ", %d of them new".formatted(fresh);
  }
}
