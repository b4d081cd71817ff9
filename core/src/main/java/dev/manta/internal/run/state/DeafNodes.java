package dev.manta.internal.run.state;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Nodes whose ranks did not hear each other though both were heard from here.
///
/// @param namings who named whom, lately
/// @param leftOut the nodes that nobody is placed on, and until when
public record DeafNodes(List<Naming> namings, Map<String, Instant> leftOut) {
  public static final DeafNodes NONE = new DeafNodes(List.of(), Map.of());

  private static final int NAMINGS_MAX = 100;
  private static final Duration LATELY = Duration.ofHours(1);

  /// A rank did not hear one of another node.
  ///
  /// @param node that of the rank
  /// @param other that of the one it did not hear
  public record Naming(int attempt, int rank, String node, String other, Instant at) {
    /// Whether it is about the same two nodes.
    public boolean isLike(Naming another) {
      boolean same = node.equals(another.node) && other.equals(another.other);
      boolean reverse = node.equals(another.other) && other.equals(another.node);
      return same || reverse;
    }

    private boolean isBetween(String one, List<String> others) {
      return (node.equals(one) && others.contains(other))
          || (other.equals(one) && others.contains(node));
    }
  }

  public DeafNodes {
    namings = List.copyOf(namings);
    leftOut = Map.copyOf(leftOut);
  }

  public DeafNodes with(Naming naming) {
    List<Naming> all = new ArrayList<>(namings);
    all.removeIf(old -> old.at().plus(LATELY).isBefore(naming.at()));
    all.add(naming);
    return new DeafNodes(all.subList(Math.max(0, all.size() - NAMINGS_MAX), all.size()), leftOut);
  }

  DeafNodes without(int attempt) {
    return new DeafNodes(
        namings.stream().filter(naming -> naming.attempt() != attempt).toList(), leftOut);
  }

  /// What was said in an attempt.
  public List<Naming> in(int attempt) {
    return namings.stream().filter(naming -> naming.attempt() == attempt).toList();
  }

  /// What was said in an attempt of nodes that were deaf to each other in an earlier one, too.
  public List<Naming> again(int attempt) {
    return in(attempt).stream()
        .filter(now -> namings.stream().anyMatch(n -> n.attempt() < attempt && n.isLike(now)))
        .toList();
  }

  public DeafNodes leavesOut(String node, Instant until) {
    Map<String, Instant> more = new TreeMap<>(leftOut);
    more.put(node, until);
    return new DeafNodes(namings, more);
  }

  /// Whether nobody is placed there beside some others: one that was deaf to it is among them.
  public boolean isLeftOut(String node, List<String> others, Instant now) {
    Instant until = leftOut.get(node);
    return until != null
        && now.isBefore(until)
        && namings.stream().anyMatch(naming -> naming.isBetween(node, others));
  }

  /// Those that are left out now.
  public DeafNodes at(Instant now) {
    Map<String, Instant> still = new TreeMap<>(leftOut);
    still.values().removeIf(until -> !now.isBefore(until));
    return new DeafNodes(namings, still);
  }
}
