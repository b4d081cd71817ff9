package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.NoticedRanks;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.PreemptionNotice;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// What follows when somebody says that workers will be taken away: others take their places at a
/// commit, before it happens. Where all of them go, the run stops with a last checkpoint. Nothing
/// of it is forgotten while the run does not train: it follows once every rank does.
final class PreemptionNotices {
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private PreemptionNotices() {}

  static void noticed(Draft draft, Event.Noticed event) {
    if (draft.outcome.ending.isPresent()) {
      return;
    }
    List<Worker> fresh =
        draft.group().stream()
            .filter(worker -> event.ranks().concerns(worker.rank()) && worker.alive())
            .filter(worker -> !draft.isNoticed(worker))
            .toList();
    List<Integer> absent = absent(draft, event);
    boolean everybody = isAll(event) && draft.outcome.stopping.isEmpty();
    refuse(draft, event);
    if (fresh.isEmpty() && absent.isEmpty() && !everybody) {
      return;
    }
    Instant deadline = draft.now.plus(event.within());
    fresh.forEach(w -> draft.notices.add(PreemptionNotice.of(w, deadline)));
    absent.forEach(rank -> draft.notices.add(PreemptionNotice.waiting(rank, deadline)));
    List<Integer> ranks =
        Stream.concat(fresh.stream().map(Worker::rank), absent.stream()).sorted().toList();
    draft.because(
        "%s will be taken away in %s s, says %s"
            .formatted(named(event, ranks), event.within().toMillis() / 1000.0, event.by()));
    tell(draft);
    act(draft, event.by(), event.within(), isAll(event) || allGo(draft));
  }

  /// A node will be taken away: its ranks go to others. Where those have no capacity and nobody
  /// stays, the run stops.
  static void leaves(Draft draft, Event.NodeLeaves event) {
    boolean known = draft.isLeaving(event.node());
    Instant deadline = draft.now.plus(event.within());
    draft.size = draft.size.leaves(event.node(), deadline);
    if (draft.outcome.ending.isPresent()) {
      return;
    }
    List<Worker> fresh =
        draft.group().stream()
            .filter(worker -> worker.seat().node().equals(event.node()) && worker.alive())
            .filter(worker -> !draft.isNoticed(worker))
            .toList();
    fresh.forEach(worker -> draft.notices.add(PreemptionNotice.of(worker, deadline)));
    if (!fresh.isEmpty() || !known) {
      draft.because(
          "node %s will be taken away in %s s, says %s"
              .formatted(event.node(), event.within().toMillis() / 1000.0, event.by()));
    }
    if (!fresh.isEmpty()) {
      tell(draft);
      act(draft, event.by(), event.within(), allGo(draft) && !hasCapacityElsewhere(draft));
    }
  }

  /// Whether those who go are on nodes that are taken away, and others have capacity for them.
  private static boolean hasCapacityElsewhere(Draft draft) {
    boolean moves = leaving(draft).stream().allMatch(w -> draft.isLeaving(w.seat().node()));
    return moves
        && !Resizes.isEverywhere(draft)
        && Resizes.elsewhere(draft) instanceof Placer.Placed;
  }

  private static boolean isAll(Event.Noticed event) {
    return event.ranks() instanceof NoticedRanks.All;
  }

  /// The ranks it is about that have no process now, and will have one.
  private static List<Integer> absent(Draft draft, Event.Noticed event) {
    return event.ranks().named().stream()
        .filter(rank -> rank < size(draft))
        .filter(rank -> draft.group().stream().noneMatch(w -> w.rank() == rank && w.alive()))
        .filter(rank -> draft.notices.stream().noneMatch(n -> n.waits() && n.rank() == rank))
        .toList();
  }

  /// How many ranks there are, or may be.
  private static int size(Draft draft) {
    int now = draft.group().size();
    return now > 0 ? now : draft.settings().scaling().workers().max();
  }

  private static void refuse(Draft draft, Event.Noticed event) {
    List<Integer> unknown =
        event.ranks().named().stream().filter(rank -> rank >= size(draft)).toList();
    if (!unknown.isEmpty()) {
      String no =
          "%s asked to do without ranks %s, but there are only ranks 0 to %s: nothing follows"
              .formatted(event.by(), unknown, size(draft) - 1);
      draft.warn(no);
      draft.because(no);
    }
  }

  private static String named(Event.Noticed event, List<Integer> ranks) {
    if (isAll(event)) {
      return "every rank";
    }
    return ranks.size() == 1 ? "rank " + ranks.getFirst() : "ranks " + ranks;
  }

  /// All ranks hear of everybody who goes, and of the first moment at which somebody does.
  static void tell(Draft draft) {
    List<Integer> ranks = leaving(draft).stream().map(Worker::rank).toList();
    List<String> all = draft.living(worker -> !worker.phase().settled());
    int attempt = draft.attempt;
    deadline(draft)
        .filter(_ -> !all.isEmpty())
        .ifPresent(
            first -> draft.effect(id -> new Effect.SendNotice(id, attempt, all, ranks, first)));
  }

  private static List<Worker> leaving(Draft draft) {
    return draft.group().stream().filter(w -> w.alive() && draft.isNoticed(w)).toList();
  }

  private static Optional<Instant> deadline(Draft draft) {
    List<String> ids = leaving(draft).stream().map(Worker::id).toList();
    return draft.notices.stream()
        .filter(notice -> notice.worker().filter(ids::contains).isPresent())
        .map(PreemptionNotice::deadline)
        .min(Instant::compareTo);
  }

  private static void act(Draft draft, String by, Duration within, boolean all) {
    var most = draft.settings().failures().preemptions();
    if (!most.allow(draft.budget.preempted())) {
      String why = "workers are taken away once more, and all " + most + " preemptions are used";
      PendingEnd failed = new PendingEnd(RunStatus.FAILED, ErrorCode.CLUSTER, why);
      RunStops.noticed(draft, by, within, Optional.of(failed));
      return;
    }
    draft.budget = draft.budget.preempt();
    if (all) {
      String everybody = by + ", as all workers are taken away";
      RunStops.noticed(draft, everybody, within, Optional.empty());
    } else {
      handOver(draft);
    }
  }

  private static boolean allGo(Draft draft) {
    return !draft.group().isEmpty()
        && draft.group().stream().allMatch(worker -> draft.isNoticed(worker));
  }

  /// The earliest deadline counts, whoever was noticed last.
  private static void handOver(Draft draft) {
    Optional<Instant> first = deadline(draft);
    if (first.isPresent()) {
      Duration left = Duration.between(draft.now, first.get()).minus(MARGIN);
      draft.arm(OfRun.HANDOVER, left.isNegative() ? Duration.ZERO : left);
      Resizes.replace(draft);
    }
  }

  /// Every rank trains: what was heard of before, and concerns them still, follows now.
  static void resume(Draft draft) {
    draft.notices.replaceAll(notice -> notice.waits() ? bound(draft, notice) : notice);
    draft.notices.removeIf(notice -> notice.waits() && isOver(draft, notice));
    tell(draft);
    if (draft.outcome.stopping.isPresent() || !concernGroup(draft)) {
      return;
    }
    if (allGo(draft) && !hasCapacityElsewhere(draft)) {
      Duration within = Duration.between(draft.now, deadline(draft).orElse(draft.now));
      RunStops.noticed(draft, "a notice for all workers", within, Optional.empty());
    } else {
      handOver(draft);
    }
  }

  /// There is such a rank now, unless the run has become smaller.
  private static PreemptionNotice bound(Draft draft, PreemptionNotice waiting) {
    return draft.group().stream()
        .filter(worker -> worker.rank() == waiting.rank() && !isOver(draft, waiting))
        .findFirst()
        .map(worker -> PreemptionNotice.of(worker, waiting.deadline()))
        .orElse(waiting);
  }

  /// What was to be taken away by then has been.
  private static boolean isOver(Draft draft, PreemptionNotice notice) {
    return !draft.now.isBefore(notice.deadline());
  }

  /// Whether somebody of the group is about to go.
  static boolean concernGroup(Draft draft) {
    return !leaving(draft).isEmpty();
  }
}
