package dev.manta.internal.run;

import java.util.List;
import java.util.Optional;

/// Who sits where in the next attempt: survivors keep their seats, spares and new processes take
/// those of the dead.
final class Seating {
  private Seating() {}

  /// Fills the seats of the attempt that is being opened; says who stayed.
  static String fill(Draft draft, List<Seat> seats) {
    List<Worker> survivors = draft.workers.stream().filter(Worker::reusable).toList();
    draft.workers.removeAll(survivors);
    List<Worker> seated = seats.stream().map(seat -> take(draft, survivors, seat)).toList();
    survivors.stream().filter(one -> !isAmong(one, seated)).forEach(one -> end(draft, one));
    draft.workers.addAll(seated);
    seated.stream()
        .filter(worker -> worker.phase() == Phase.UP)
        .forEach(worker -> Opening.sendJoin(draft, worker));
    long stayed = seated.stream().filter(worker -> isAmong(worker, survivors)).count();
    return stayed == 0 ? "" : ", %d of them new".formatted(seats.size() - stayed);
  }

  private static Worker take(Draft draft, List<Worker> survivors, Seat seat) {
    return survivors.stream()
        .filter(worker -> worker.seat().equals(seat))
        .findFirst()
        .map(worker -> worker.again(draft.attempt))
        .or(() -> spare(draft, seat))
        .orElseGet(() -> start(draft, seat));
  }

  private static Optional<Worker> spare(Draft draft, Seat seat) {
    Optional<Worker> spare = Spares.take(draft, seat);
    spare.ifPresent(taken -> draft.workers.removeIf(worker -> worker.id().equals(taken.id())));
    return spare;
  }

  private static Worker start(Draft draft, Seat seat) {
    String id = "w" + draft.nextWorker++;
    int attempt = draft.attempt;
    draft.effect(effect -> new Effect.StartWorker(effect, id, attempt, seat));
    return Worker.starting(id, attempt, seat);
  }

  private static boolean isAmong(Worker worker, List<Worker> others) {
    return others.stream().anyMatch(other -> other.id().equals(worker.id()));
  }

  /// A survivor without a seat has no more to do.
  private static void end(Draft draft, Worker survivor) {
    draft.workers.add(survivor);
    draft.dismiss(survivor);
  }
}
