package dev.manta.internal.run;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Worker;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Who sits where in the next attempt: survivors keep their ranks where those still exist, and take
/// free ones on their nodes where not; spares and new processes take the rest.
final class Seating {
  private Seating() {}

  /// Fills the seats of the attempt that is being opened; says who stayed.
  static String fill(Draft draft, List<Seat> seats) {
    List<Worker> survivors = survivors(draft);
    Map<Seat, Worker> stay = assign(draft, seats);
    draft.workers.removeAll(survivors);
    List<Worker> seated = seats.stream().map(seat -> take(draft, stay, seat)).toList();
    survivors.stream().filter(one -> !isAmong(one, seated)).forEach(one -> end(draft, one));
    draft.workers.addAll(seated);
    long stayed = seated.stream().filter(worker -> isAmong(worker, survivors)).count();
    return stayed == 0 ? "" : " (%s of them new)".formatted(seats.size() - stayed);
  }

  private static List<Worker> survivors(Draft draft) {
    return draft.workers.stream().filter(Worker::reusable).toList();
  }

  /// Seats for the survivors that hold state and nobody else: a run that stops needs no more of
  /// them to save it.
  static List<Seat> alone(Draft draft) {
    List<Worker> holders =
        staying(draft).stream().filter(worker -> worker.held().isPresent()).toList();
    List<Seat> seats = new ArrayList<>();
    for (Worker holder : holders) {
      seats.add(holder.seat().among(holders.stream().map(Worker::seat).toList(), seats));
    }
    return seats;
  }

  /// The survivors that will not be taken away; where all will, all of them, as nobody else holds
  /// the newest state.
  private static List<Worker> staying(Draft draft) {
    List<Worker> all = new ArrayList<>(survivors(draft));
    boolean anybody = all.stream().anyMatch(w -> draft.rules.stays(w, draft.notices));
    all.removeIf(worker -> anybody && !draft.rules.stays(worker, draft.notices));
    return all;
  }

  /// The survivors that stay, by where they will sit.
  static Map<Seat, Worker> assign(Draft draft, List<Seat> seats) {
    List<Worker> free = staying(draft);
    Map<Seat, Worker> stay = new LinkedHashMap<>();
    Rules rules = draft.rules;
    seats.forEach(
        seat -> sit(stay, free, seat, w -> w.rank() == seat.rank() && rules.mayTake(w, seat)));
    seats.forEach(seat -> sit(stay, free, seat, w -> rules.mayTake(w, seat)));
    return stay;
  }

  private static void sit(
      Map<Seat, Worker> stay, List<Worker> free, Seat seat, Predicate<Worker> fits) {
    free.stream()
        .filter(worker -> !stay.containsKey(seat) && fits.test(worker))
        .findFirst()
        .ifPresent(
            worker -> {
              stay.put(seat, worker);
              free.remove(worker);
            });
  }

  private static Worker take(Draft draft, Map<Seat, Worker> stay, Seat seat) {
    return Optional.ofNullable(stay.get(seat))
        .map(worker -> worker.again(draft.attempt, seat))
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

  /// A survivor without a seat has no more to do; who is on its way cannot be asked to end.
  private static void end(Draft draft, Worker survivor) {
    draft.workers.add(survivor);
    if (survivor.isOnItsWay()) {
      draft.kill(survivor);
    } else {
      draft.dismiss(survivor);
    }
  }
}
