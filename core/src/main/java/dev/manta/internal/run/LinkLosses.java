package dev.manta.internal.run;

import dev.manta.cluster.Node;
import dev.manta.internal.run.state.AttemptFailures.Cause;
import dev.manta.internal.run.state.DeafNodes;
import dev.manta.internal.run.state.DeafNodes.Naming;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.internal.run.state.Worker;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Ranks of different nodes that do not hear each other, though both are heard from here: that is
/// the cluster's failure. The second time one of the two nodes is left out for a while.
final class LinkLosses {
  private static final Duration LEFT_OUT = Duration.ofMinutes(5);

  private LinkLosses() {}

  /// A rank has left its function because of a link, or noticed besides that one was lost.
  static void lost(Draft draft, Event.LinkLost event) {
    draft
        .find(event.worker())
        .filter(worker -> worker.attempt() == draft.attempt && !worker.phase().settled())
        .filter(_ -> draft.status != RunStatus.RESTARTING)
        .ifPresent(worker -> lost(draft, worker, event));
  }

  private static void lost(Draft draft, Worker worker, Event.LinkLost event) {
    List<Worker> elsewhere =
        draft.group().stream()
            .filter(other -> event.unheard().contains(other.rank()))
            .filter(other -> !other.seat().node().equals(worker.seat().node()))
            .toList();
    elsewhere.stream()
        .map(other -> other.seat().node())
        .distinct()
        .forEach(node -> draft.size = draft.size.deaf(named(draft, worker, node)));
    Cause cause =
        elsewhere.isEmpty()
            ? Causes.linkFelt(draft, worker, event.why())
            : Causes.linkLost(draft, worker, elsewhere.getFirst(), event.why());
    WorkerLosses.blame(draft, cause);
  }

  private static DeafNodes named(Draft draft, Worker worker, String other) {
    String node = worker.seat().node();
    return draft
        .size
        .deafNodes()
        .with(new Naming(draft.attempt, worker.rank(), node, other, draft.now));
  }

  /// The attempt ends for another reason, such as the death of who was not heard.
  static void explained(Draft draft) {
    draft.size = draft.size.without(draft.attempt);
  }

  /// The attempt ends for it: the nodes that were deaf to each other before, too, should not be
  /// together in the next one.
  static void decided(Draft draft) {
    List<Naming> again = draft.size.deafNodes().again(draft.attempt);
    if (draft.rules.leavesOut(!again.isEmpty())) {
      leaveOut(draft, mostNamed(draft, again), again.getFirst());
    }
  }

  /// The one that more ranks name, of those the one with fewer ranks, and of those the later one.
  private static String mostNamed(Draft draft, List<Naming> namings) {
    return namings.stream()
        .flatMap(naming -> Stream.of(naming.node(), naming.other()))
        .distinct()
        .max(
            Comparator.comparingLong((String node) -> naming(namings, node))
                .thenComparing(
                    Comparator.comparingLong((String node) -> on(draft, node)).reversed())
                .thenComparingInt(node -> first(draft, node)))
        .orElseThrow();
  }

  private static long naming(List<Naming> namings, String node) {
    return namings.stream()
        .filter(naming -> naming.other().equals(node))
        .map(Naming::rank)
        .distinct()
        .count();
  }

  private static long on(Draft draft, String node) {
    return draft.group().stream().filter(worker -> worker.seat().node().equals(node)).count();
  }

  private static int first(Draft draft, String node) {
    return draft.group().stream()
        .filter(worker -> worker.seat().node().equals(node))
        .mapToInt(Worker::rank)
        .min()
        .orElse(Integer.MAX_VALUE);
  }

  private static void leaveOut(Draft draft, String node, Naming one) {
    String between =
        "ranks on nodes %s and %s did not hear each other once more, though both are heard from here"
            .formatted(one.node(), one.other());
    if (!hasCapacityWithout(draft, node)) {
      draft.warn(
          between
              + ": look at the network between them; there is not enough capacity for the run without either");
      return;
    }
    draft.warn(
        "%s: node %s is left out for %s min; look at the network between them"
            .formatted(between, node, LEFT_OUT.toMinutes()));
    draft.size = draft.size.deaf(draft.size.deafNodes().leavesOut(node, draft.now.plus(LEFT_OUT)));
    draft.armBeside(OfRun.RETURN, LEFT_OUT);
  }

  private static boolean hasCapacityWithout(Draft draft, String node) {
    List<Node> others = draft.nodes().stream().filter(other -> !other.name().equals(node)).toList();
    return !others.isEmpty()
        && ValidatorSeat.placeRanks(draft.settings(), others, List.of(), draft.size.asked())
            instanceof Placer.Placed;
  }

  /// Who was left out long enough may be used again.
  static void returned(Draft draft) {
    draft.size = draft.size.deaf(draft.size.deafNodes().at(draft.now));
    draft.size.deafNodes().leftOut().values().stream()
        .min(Comparator.naturalOrder())
        .ifPresent(next -> draft.armBeside(OfRun.RETURN, Duration.between(draft.now, next)));
    draft.because("nodes that were left out are used again");
    AttemptStart.seen(draft);
  }
}
