package dev.manta.internal.run;

import dev.manta.error.ErrorCode;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// What follows when somebody says that workers will be taken away: others take their places at a
/// commit, before it happens. Where all of them go, the run stops with a last checkpoint.
final class Notices {
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private Notices() {}

  static void noticed(Draft draft, Event.Noticed event) {
    List<Worker> fresh =
        draft.group().stream()
            .filter(worker -> event.concerns(worker.rank()) && worker.alive())
            .filter(worker -> !isNoticed(draft, worker))
            .toList();
    if (fresh.isEmpty() || draft.ending.isPresent()) {
      return;
    }
    Instant deadline = draft.now.plus(event.within());
    fresh.forEach(worker -> draft.notices.add(new Notice(worker.id(), deadline)));
    List<Integer> ranks = fresh.stream().map(Worker::rank).toList();
    draft.because(
        "%s will be taken away in %s s, says %s"
            .formatted(named(ranks), event.within().toMillis() / 1000.0, event.by()));
    tell(draft, ranks, deadline);
    handOver(draft, event);
  }

  private static String named(List<Integer> ranks) {
    return ranks.size() == 1 ? "rank " + ranks.getFirst() : "ranks " + ranks;
  }

  private static void tell(Draft draft, List<Integer> ranks, Instant deadline) {
    int attempt = draft.attempt;
    List<String> all = draft.living(worker -> !worker.phase().settled());
    draft.effect(id -> new Effect.SendNotice(id, attempt, all, ranks, deadline));
  }

  /// Says again what an earlier controller may not have said to all.
  static void tellAgain(Draft draft) {
    for (Notice notice : draft.notices) {
      draft
          .find(notice.worker())
          .filter(worker -> worker.attempt() == draft.attempt)
          .ifPresent(worker -> tell(draft, List.of(worker.rank()), notice.deadline()));
    }
  }

  private static void handOver(Draft draft, Event.Noticed event) {
    boolean everybody = draft.group().stream().allMatch(worker -> isNoticed(draft, worker));
    var most = draft.settings().failures().preemptions();
    if (!most.allow(draft.budget.preempted())) {
      Course.end(
          draft,
          RunStatus.FAILED,
          ErrorCode.CLUSTER,
          "workers are taken away once more, and all " + most + " preemptions are used");
    } else if (everybody) {
      draft.budget = draft.budget.preempt();
      Stops.asked(
          draft, new Event.StopAsked(event.by() + ", as all workers are taken away", false));
    } else {
      draft.budget = draft.budget.preempt();
      Duration left = event.within().minus(MARGIN);
      draft.arm(Timers.HANDOVER, left.isNegative() ? Duration.ZERO : left);
      Resizes.replace(draft);
    }
  }

  static boolean isNoticed(Draft draft, Worker worker) {
    return draft.notices.stream().anyMatch(notice -> notice.worker().equals(worker.id()));
  }

  /// Whether somebody of the group is about to go.
  static boolean concernGroup(Draft draft) {
    return draft.group().stream().anyMatch(worker -> worker.alive() && isNoticed(draft, worker));
  }
}
