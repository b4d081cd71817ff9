package dev.manta.internal.run.state;

import dev.manta.cluster.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// How large a run should be, and what is known of the capacity it has.
///
/// @param asked the size that somebody asked for; without it capacity alone decides
/// @param nodes the machines when they were last looked at
/// @param changes how often the size has changed lately because capacity came or went
/// @param last when it did
/// @param stays the attempt that cannot change its size, if one cannot
/// @param waits what the run waits for, if it does
/// @param leaving nodes that will be taken away, and when
/// @param threads how many each rank has, once that is decided: they decide about bits
/// @param deaf nodes that did not hear each other, if there were any
public record RunSize(
    OptionalInt asked,
    List<Node> nodes,
    int changes,
    Optional<Instant> last,
    OptionalInt stays,
    Optional<String> waits,
    Map<String, Instant> leaving,
    OptionalInt threads,
    Optional<DeafNodes> deaf) {
  static final RunSize NONE =
      new RunSize(
          OptionalInt.empty(),
          List.of(),
          0,
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Map.of(),
          OptionalInt.empty(),
          Optional.empty());

  private static final Duration OVERDUE = Duration.ofMinutes(1);
  private static final Duration CALM = Duration.ofMinutes(10);
  private static final int DOUBLINGS_MAX = 6;

  public RunSize {
    nodes = List.copyOf(nodes);
    leaving = Map.copyOf(leaving);
    // Records of older versions have 0 and an empty text for none.
    asked = asked.orElse(0) == 0 ? OptionalInt.empty() : asked;
    stays = stays.orElse(0) == 0 ? OptionalInt.empty() : stays;
    threads = threads.orElse(0) == 0 ? OptionalInt.empty() : threads;
    waits = waits.filter(what -> !what.isEmpty());
  }

  /// Somebody asks for a size: what an attempt said of another one counts no more.
  public RunSize asked(int workers) {
    return new RunSize(
        OptionalInt.of(workers),
        nodes,
        changes,
        last,
        OptionalInt.empty(),
        waits,
        leaving,
        threads,
        deaf);
  }

  /// Who is not there any more has left.
  public RunSize nodes(List<Node> now) {
    Map<String, Instant> still = new TreeMap<>(leaving);
    still.keySet().retainAll(now.stream().map(Node::name).toList());
    return new RunSize(asked, now, changes, last, stays, waits, still, threads, deaf);
  }

  /// A node will be taken away; the first moment that somebody says counts.
  public RunSize leaves(String node, Instant deadline) {
    Map<String, Instant> more = new TreeMap<>(leaving);
    more.merge(node, deadline, (one, other) -> one.isBefore(other) ? one : other);
    return new RunSize(asked, nodes, changes, last, stays, waits, more, threads, deaf);
  }

  /// So many threads for each rank, or, from now on, none decided.
  public RunSize threads(OptionalInt each) {
    return new RunSize(asked, nodes, changes, last, stays, waits, leaving, each, deaf);
  }

  /// Whether a node will be taken away; one that is there long after it should be gone stays.
  public boolean isLeaving(String node, Instant now) {
    Instant deadline = leaving.get(node);
    return deadline != null && now.isBefore(deadline.plus(OVERDUE));
  }

  /// Nodes that do not hear each other; none where there were none.
  public DeafNodes deafNodes() {
    return deaf.orElse(DeafNodes.NONE);
  }

  public RunSize deaf(DeafNodes now) {
    return new RunSize(
        asked, nodes, changes, last, stays, waits, leaving, threads, Optional.of(now));
  }

  /// The same without what was said in an attempt of nodes that do not hear each other.
  public RunSize without(int attempt) {
    return deaf.isEmpty() ? this : deaf(deafNodes().without(attempt));
  }

  public RunSize stays(int attempt) {
    return new RunSize(
        asked, nodes, changes, last, OptionalInt.of(attempt), waits, leaving, threads, deaf);
  }

  public RunSize waits(Optional<String> what) {
    return new RunSize(asked, nodes, changes, last, stays, what, leaving, threads, deaf);
  }

  /// The size has changed, or could not be changed.
  public RunSize changed(Instant now) {
    return new RunSize(
        asked, nodes, recent(now) + 1, Optional.of(now), stays, waits, leaving, threads, deaf);
  }

  private int recent(Instant now) {
    return last.filter(then -> then.plus(CALM).isAfter(now)).isPresent() ? changes : 0;
  }

  /// How long capacity must be there, or be gone, before the size follows: longer each time, so
  /// that capacity that comes and goes does not keep the run from training.
  public Duration patience(Duration first, Instant now) {
    return first.multipliedBy(1L << Math.min(recent(now), DOUBLINGS_MAX));
  }
}
