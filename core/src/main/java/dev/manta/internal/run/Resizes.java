package dev.manta.internal.run;

import dev.manta.cluster.Node;
import dev.manta.internal.run.state.CountedNouns;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Resizing;
import dev.manta.internal.run.state.Seat;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.run.state.WorkerPhase;
import dev.manta.train.RunStatus;
import dev.manta.train.WorkerCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// How a run changes its size, or its places where ranks share CPUs and need not: newcomers get
/// warm beside the training, then all ranks leave their function at the same commit, and enter it
/// again as more or fewer. Nobody who stays is restarted.
final class Resizes {
  private Resizes() {}

  static void asked(Draft draft, Event.ScaleAsked event) {
    WorkerCount range = draft.settings().scaling().workers();
    if (!range.elastic() || event.workers() < range.min() || event.workers() > range.max()) {
      String no =
          "%s %s asked for by %s, but this run was started with workers(%s)"
              .formatted(
                  CountedNouns.workers(event.workers()),
                  event.workers() == 1 ? "was" : "were",
                  event.by(),
                  range);
      draft.warn(no);
      draft.because(no);
      return;
    }
    draft.size = draft.size.asked(event.workers());
    boolean already = !draft.group().isEmpty() && event.workers() == draft.group().size();
    String so = already && draft.current.resizing.isEmpty() ? ", and there are as many" : "";
    draft.because(workers(event.workers()) + " asked for by " + event.by() + so);
    if (!PreemptionNotices.concernGroup(draft)) {
      giveUpIfUntold(draft);
    }
    if (steady(draft) && draft.current.resizing.isEmpty()) {
      better(draft).ifPresent(seats -> begin(draft, seats));
    }
  }

  private static String workers(int count) {
    return count == 1 ? "1 worker is" : count + " workers are";
  }

  static void seen(Draft draft, Event.NodesSeen event) {
    draft.size = draft.size.nodes(event.nodes());
    AttemptStart.seen(draft);
  }

  /// The ranks cannot leave in this attempt.
  static void stayed(Draft draft, Event.Stayed event) {
    if (draft.current.resizing.filter(Resizing::told).isPresent()) {
      draft.current.resizing = Optional.empty();
      draft.size = draft.size.stays(draft.attempt);
      draft.warn(
          "the run stays at " + CountedNouns.workers(draft.group().size()) + ": " + event.why());
      draft.because("the run stays as it is: " + event.why());
      Spares.fill(draft);
    }
  }

  /// Capacity has been there, or gone, for long enough.
  static void due(Draft draft) {
    if (steady(draft) && draft.current.resizing.isEmpty()) {
      better(draft).ifPresent(seats -> begin(draft, seats));
    }
  }

  /// Newcomers did not get ready.
  static void tooSlow(Draft draft) {
    if (draft.current.resizing.filter(resizing -> !resizing.told()).isPresent()) {
      draft.current.resizing = Optional.empty();
      draft.size = draft.size.changed(draft.now);
      long seconds = draft.settings().limits().start().toSeconds();
      draft.because("the run stays as it is: no process got ready within " + seconds + " s");
      Spares.fill(draft);
    }
  }

  /// Others take the places of those who will be taken away.
  static void replace(Draft draft) {
    boolean told = draft.current.resizing.filter(Resizing::told).isPresent();
    if (trains(draft) && !told && elsewhere(draft) instanceof Placer.Placed placed) {
      draft.current.resizing = Optional.of(new Resizing(placed.seats(), false));
      Spares.fill(draft);
      tellIfWarm(draft);
    }
  }

  /// Where ranks will sit when others have taken the places of those who go: where they sit now, or
  /// on other nodes where theirs is taken away. Refused where there is no capacity for that.
  static Placer.Result elsewhere(Draft draft) {
    List<Seat> now = draft.group().stream().map(Worker::seat).toList();
    if (now.stream().noneMatch(seat -> draft.isLeaving(seat.node()))) {
      return new Placer.Placed(now, Optional.empty());
    }
    return place(draft, nodesWithHolder(draft), OptionalInt.of(now.size()));
  }

  /// The nodes that stay. Where every rank is on one that goes, one of them stays there for now, as
  /// nobody else holds the state that the newcomers need; it goes when they have it.
  private static List<Node> nodesWithHolder(Draft draft) {
    List<Node> nodes = new ArrayList<>(draft.nodes());
    List<String> staying = nodes.stream().map(Node::name).toList();
    boolean held = draft.group().stream().anyMatch(w -> staying.contains(w.seat().node()));
    if (!held && draft.group().size() > 1) {
      String first = draft.group().getFirst().seat().node();
      draft.size.nodes().stream()
          .filter(node -> node.name().equals(first))
          .map(node -> node.with(draft.settings().scaling().perWorker()))
          .forEach(nodes::add);
    }
    return nodes;
  }

  /// There is no more time to wait for newcomers: the run continues with fewer where it may.
  static void tellNow(Draft draft) {
    if (!trains(draft) || draft.current.resizing.filter(resizing -> !resizing.told()).isEmpty()) {
      return;
    }
    long stay = draft.group().stream().filter(w -> !draft.isNoticed(w)).count();
    WorkerCount range = draft.settings().scaling().workers();
    if (range.elastic() && stay >= range.min() && !draft.size.nodes().isEmpty()) {
      if (place(draft, OptionalInt.of((int) stay)) instanceof Placer.Placed placed) {
        draft.current.resizing = Optional.of(new Resizing(placed.seats(), false));
      }
    }
    tell(draft);
  }

  /// What the state calls for.
  static void proceed(Draft draft) {
    if (draft.current.resizing.isPresent()
        && trains(draft)
        && draft.current.resizing.get().told()) {
      leaveIfAllHave(draft);
      return;
    }
    if (draft.current.resizing.isPresent()
        && trains(draft)
        && PreemptionNotices.concernGroup(draft)) {
      tellIfWarm(draft);
      return;
    }
    if (!steady(draft)) {
      return;
    }
    Optional<List<Seat>> better = better(draft);
    if (draft.current.resizing.isEmpty()) {
      watch(draft, better);
    } else if (better.map(List::size).equals(draft.current.resizing.map(to -> to.seats().size()))) {
      tellIfWarm(draft);
    } else {
      giveUpIfUntold(draft);
    }
  }

  /// Whether the size or the places may change now.
  private static boolean steady(Draft draft) {
    return (draft.settings().scaling().workers().elastic() || isCrowded(draft))
        && trains(draft)
        && draft.size.stays().orElse(0) != draft.attempt;
  }

  private static boolean isCrowded(Draft draft) {
    return isCrowded(draft, draft.group().stream().map(Worker::seat).toList());
  }

  private static boolean isCrowded(Draft draft, List<Seat> seats) {
    return Placer.isCrowded(draft.settings().scaling(), draft.nodes(), seats);
  }

  private static boolean trains(Draft draft) {
    boolean training = draft.status == RunStatus.RUNNING || draft.status == RunStatus.STOPPING;
    return training && draft.current.trouble.isEmpty() && draft.outcome.ending.isEmpty();
  }

  /// Where ranks should sit, if there should be more or fewer of them, or if they share CPUs and
  /// need not.
  private static Optional<List<Seat>> better(Draft draft) {
    if (draft.outcome.stopping.isPresent() || draft.size.nodes().isEmpty()) {
      return Optional.empty();
    }
    return switch (place(draft, draft.size.asked())) {
      case Placer.Refused _ -> Optional.empty();
      case Placer.Placed placed ->
          Optional.of(placed.seats()).filter(seats -> isBetter(draft, seats));
    };
  }

  private static boolean isBetter(Draft draft, List<Seat> seats) {
    return seats.size() != draft.group().size() || (isCrowded(draft) && !isCrowded(draft, seats));
  }

  private static Placer.Result place(Draft draft, OptionalInt size) {
    return place(draft, draft.nodes(), size);
  }

  private static Placer.Result place(Draft draft, List<Node> nodes, OptionalInt size) {
    List<String> now = draft.group().stream().map(worker -> worker.seat().node()).toList();
    return ValidatorSeat.placeRanks(draft.settings(), nodes, now, size);
  }

  /// Who comes and goes changes the size ever more slowly; the size that there is gets its seats
  /// soon.
  private static void watch(Draft draft, Optional<List<Seat>> better) {
    boolean watched = draft.timers.containsKey(OfRun.RESIZE);
    if (better.isPresent() && !watched) {
      var first = draft.settings().limits().capacity();
      boolean same = better.filter(seats -> seats.size() == draft.group().size()).isPresent();
      draft.arm(OfRun.RESIZE, same ? first : draft.size.patience(first, draft.now));
    } else if (better.isEmpty() && watched) {
      draft.disarm(OfRun.RESIZE);
    }
  }

  private static void begin(Draft draft, List<Seat> seats) {
    draft.disarm(OfRun.RESIZE);
    draft.current.resizing = Optional.of(new Resizing(seats, false));
    int now = draft.group().size();
    draft.because(
        now == seats.size()
            ? "ranks that share CPUs move to where there are more"
            : "the run goes from %s to %s".formatted(now, CountedNouns.workers(seats.size())));
    draft.arm(OfRun.WARM, draft.settings().limits().start());
    Spares.fill(draft);
    tellIfWarm(draft);
  }

  private static void giveUpIfUntold(Draft draft) {
    if (draft.current.resizing.filter(resizing -> !resizing.told()).isPresent()) {
      draft.current.resizing = Optional.empty();
      draft.disarm(OfRun.WARM);
      draft.says("the run stays as it is");
      Spares.fill(draft);
    }
  }

  private static void tellIfWarm(Draft draft) {
    if (Spares.warmForResize(draft)) {
      tell(draft);
    }
  }

  private static void tell(Draft draft) {
    draft.current.resizing = draft.current.resizing.map(Resizing::tell);
    draft.disarm(OfRun.WARM);
    draft.because("ranks leave at their next commit, to be " + size(draft));
    send(draft);
  }

  private static void send(Draft draft) {
    int attempt = draft.attempt;
    List<String> ranks = draft.living(worker -> !worker.phase().settled());
    draft.effect(id -> new Effect.SendResize(id, attempt, ranks));
  }

  /// Says again what an earlier controller may not have said to all.
  static void tellAgain(Draft draft) {
    if (draft.current.resizing.filter(Resizing::told).isPresent()) {
      send(draft);
    }
  }

  private static int size(Draft draft) {
    return draft.current.resizing.map(resizing -> resizing.seats().size()).orElse(0);
  }

  private static void leaveIfAllHave(Draft draft) {
    List<Worker> group = draft.group();
    boolean all = group.stream().allMatch(worker -> worker.phase().settled());
    if (all && group.stream().anyMatch(worker -> worker.phase() == WorkerPhase.UNWOUND)) {
      draft.status = RunStatus.RESTARTING;
      draft.says("every rank has left its function");
    }
  }

  /// Where the next attempt sits: as agreed, or as before where there is capacity for that.
  static Placer.Result next(Draft draft) {
    List<Seat> now = draft.group().stream().map(Worker::seat).toList();
    boolean elastic = draft.settings().scaling().workers().elastic();
    if (draft.size.nodes().isEmpty() || now.isEmpty()) {
      return new Placer.Placed(now, Optional.empty());
    }
    boolean agreed =
        draft.current.resizing.filter(to -> to.told() && canSit(draft, to.seats())).isPresent()
            && draft.current.trouble.isEmpty();
    if (agreed) {
      return new Placer.Placed(draft.current.resizing.orElseThrow().seats(), Optional.empty());
    }
    if (!elastic && isThere(draft, now)) {
      return new Placer.Placed(now, Optional.empty());
    }
    int least = draft.settings().scaling().workers().min();
    return place(draft, OptionalInt.of(Math.max(least, startable(draft))));
  }

  /// Whether seats that were agreed on can still be taken: their nodes are there, and nobody would
  /// begin on one that is taken away. Who sits there stays because nobody else holds anything.
  private static boolean canSit(Draft draft, List<Seat> seats) {
    List<String> nodes = draft.size.nodes().stream().map(Node::name).toList();
    if (!seats.stream().allMatch(seat -> nodes.contains(seat.node()))) {
      return false;
    }
    List<Seat> there = seats.stream().filter(seat -> draft.isLeaving(seat.node())).toList();
    if (there.isEmpty() || isEverywhere(draft)) {
      return true;
    }
    List<Worker> survivors = draft.workers.stream().filter(Worker::reusable).toList();
    long leaving = survivors.stream().filter(w -> draft.isLeaving(w.seat().node())).count();
    boolean others = survivors.stream().anyMatch(w -> draft.rules.stays(w, draft.notices));
    return !others && there.size() <= leaving;
  }

  /// Whether every node is taken away.
  static boolean isEverywhere(Draft draft) {
    return draft.size.nodes().stream().allMatch(node -> draft.isLeaving(node.name()));
  }

  /// Whether ranks can sit where they sat.
  private static boolean isThere(Draft draft, List<Seat> seats) {
    List<String> there = draft.nodes().stream().map(Node::name).toList();
    return seats.stream().allMatch(seat -> there.contains(seat.node()));
  }

  /// A rank for which no process could be started has no capacity.
  private static int startable(Draft draft) {
    List<Worker> started = new ArrayList<>(draft.group());
    started.removeIf(worker -> !worker.alive() && worker.pid().isEmpty());
    return started.size();
  }
}
