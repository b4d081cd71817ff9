package dev.manta.internal.run;

import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps ranks off devices that are held by processes which were killed and do not end, as long as
/// the node has others.
final class DeviceChoice {
  private static final String CUDA = "cuda:";

  private DeviceChoice() {}

  /// The same seats, with other devices where those are held.
  static List<Seat> free(Draft draft, List<Seat> seats) {
    List<Seat> result = new ArrayList<>(seats);
    for (Worker holder : draft.workers) {
      if (holder.phase() == WorkerPhase.GIVEN_UP && holder.seat().device().startsWith(CUDA)) {
        result.replaceAll(seat -> around(draft, result, seat, holder));
      }
    }
    return result;
  }

  private static Seat around(Draft draft, List<Seat> all, Seat seat, Worker holder) {
    Set<Integer> held = numbers(holder.seat());
    List<Integer> wanted = List.copyOf(numbers(seat));
    boolean same = seat.node().equals(holder.seat().node());
    if (!same || wanted.stream().noneMatch(held::contains) || isTaken(draft, seat)) {
      return seat;
    }
    List<Integer> others = others(draft, all, seat.node());
    if (others.size() >= wanted.size()) {
      return seat.on(device(others.subList(0, wanted.size())));
    }
    draft.warn(
        "rank %s gets %s again, which worker %s may still hold: no other device is free"
            .formatted(seat.rank(), seat.device(), holder.id()));
    return seat;
  }

  /// Whether a survivor shares that device, and keeps it.
  private static boolean isTaken(Draft draft, Seat seat) {
    return draft.workers.stream()
        .anyMatch(w -> w.reusable() && w.rank() == seat.rank() && draft.rules.mayTake(w, seat));
  }

  /// Devices of a node that nobody has, nor will have: those of validation stay its own.
  private static List<Integer> others(Draft draft, List<Seat> seats, String node) {
    Set<Integer> taken = new HashSet<>();
    Stream<Seat> holders =
        draft.workers.stream().filter(w -> w.phase() == WorkerPhase.GIVEN_UP).map(Worker::seat);
    Stream.of(seats.stream(), holders, Stream.of(ValidatorSeat.of(draft)))
        .flatMap(all -> all)
        .filter(seat -> seat.node().equals(node))
        .forEach(seat -> taken.addAll(numbers(seat)));
    return draft.size.nodes().stream()
        .filter(there -> there.name().equals(node))
        .flatMap(there -> Placer.gpus(draft.settings().scaling(), there).stream())
        .filter(number -> !taken.contains(number))
        .toList();
  }

  private static Set<Integer> numbers(Seat seat) {
    return seat.device().startsWith(CUDA)
        ? Stream.of(seat.device().substring(CUDA.length()).split(","))
            .filter(number -> !number.isEmpty())
            .map(Integer::valueOf)
            .collect(Collectors.toSet())
        : Set.of();
  }

  private static String device(List<Integer> numbers) {
    return numbers.stream().map(Object::toString).collect(Collectors.joining(",", CUDA, ""));
  }
}
