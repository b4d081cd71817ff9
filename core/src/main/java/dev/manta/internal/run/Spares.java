package dev.manta.internal.run;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Resizing;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Processes without a rank that wait, warm, for one to die. They outlive attempts; the group's
/// nodes have so many each.
final class Spares {
  private static final Duration AFTER_A_LOSS = Duration.ofSeconds(10);

  private Spares() {}

  /// Training runs: in a moment, when its first steps are done, spares are started.
  static void plan(Draft draft) {
    if (wanted(draft) > 0) {
      draft.arm(OfRun.SPARES, draft.settings().limits().spares());
    }
  }

  private static int wanted(Draft draft) {
    return draft.settings().scaling().inProcess() ? 0 : draft.settings().failures().spares();
  }

  /// Starts what is missing.
  static void fill(Draft draft) {
    if (draft.status == RunStatus.RUNNING && draft.outcome.ending.isEmpty()) {
      nodes(draft).stream()
          .filter(node -> !draft.isLeaving(node))
          .forEach(node -> fill(draft, node));
    }
  }

  private static List<String> nodes(Draft draft) {
    List<Seat> coming = draft.current.resizing.map(Resizing::seats).orElse(List.of());
    Stream<Seat> now = draft.group().stream().map(Worker::seat);
    return Stream.concat(now, coming.stream()).map(Seat::node).distinct().toList();
  }

  /// Newcomers of a run that grows, or that replaces who will be taken away, begin as spares, so
  /// that training does not wait for them. On a node that is taken away nobody begins.
  private static int newcomers(Draft draft, String node) {
    long now =
        draft.group().stream()
            .filter(worker -> worker.seat().node().equals(node))
            .filter(worker -> !draft.isNoticed(worker))
            .count();
    int then = draft.current.resizing.map(resizing -> resizing.on(node)).orElse(0);
    boolean none = draft.settings().scaling().inProcess() || draft.isLeaving(node);
    return none ? 0 : (int) Math.max(0, then - now);
  }

  /// Whether all newcomers of a change of size are warm.
  static boolean warmForResize(Draft draft) {
    return nodes(draft).stream().allMatch(node -> warm(draft, node) >= newcomers(draft, node));
  }

  private static long warm(Draft draft, String node) {
    return on(draft, node).stream().filter(worker -> worker.phase() == WorkerPhase.READY).count();
  }

  private static void fill(Draft draft, String node) {
    int most = Math.max(wanted(draft), newcomers(draft, node));
    List<Worker> have = on(draft, node);
    have.stream().skip(most).forEach(draft::kill);
    start(draft, node, most - have.size());
  }

  private static void start(Draft draft, String node, int count) {
    for (int i = 0; i < count; i++) {
      String id = "w" + draft.nextWorker++;
      draft.workers.add(Worker.spare(id, node));
      draft.effect(effect -> new Effect.StartSpare(effect, id, node));
      draft.because("spare " + id + " starts on " + node);
    }
  }

  private static List<Worker> on(Draft draft, String node) {
    return draft.workers.stream()
        .filter(worker -> worker.isSpare() && worker.alive() && !worker.ending())
        .filter(worker -> worker.seat().node().equals(node))
        .toList();
  }

  static void up(Draft draft, Worker spare, long pid) {
    draft.change(spare.id(), worker -> worker.up(pid));
    // A later controller must know its process, to take it over or to end it.
    draft.because("spare " + spare.id() + " is up");
    draft.effect(id -> new Effect.SendWarm(id, spare.id()));
  }

  static void warmed(Draft draft, String id) {
    draft
        .find(id)
        .filter(worker -> worker.isSpare() && worker.phase() == WorkerPhase.UP)
        .ifPresent(worker -> draft.change(id, w -> w.phase(WorkerPhase.READY)));
  }

  /// The one that takes a seat, a warm one first; one whose process is not up yet would not be
  /// quicker than a new one.
  static Optional<Worker> take(Draft draft, Seat seat) {
    Optional<Worker> spare =
        draft.workers.stream()
            .filter(worker -> worker.isSpare() && !worker.ending())
            .filter(worker -> worker.seat().node().equals(seat.node()))
            .filter(
                worker -> worker.phase() == WorkerPhase.READY || worker.phase() == WorkerPhase.UP)
            .max((one, other) -> one.phase().compareTo(other.phase()));
    spare.ifPresent(worker -> seat(draft, worker.id(), seat));
    return spare.map(worker -> worker.seated(draft.attempt, seat));
  }

  private static void seat(Draft draft, String worker, Seat seat) {
    int attempt = draft.attempt;
    draft.effect(id -> new Effect.SeatWorker(id, worker, attempt, seat));
  }

  /// A spare that dies is not a failure of the run; the next one waits, as it may die too.
  static void lost(Draft draft) {
    if ((wanted(draft) > 0 || draft.current.resizing.isPresent())
        && draft.outcome.ending.isEmpty()) {
      draft.arm(OfRun.SPARES, AFTER_A_LOSS);
    }
  }
}
