package dev.manta.internal.checkpoint;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;

/// Which checkpoints to keep: so many of the best, the best and the latest among them in any case.
///
/// @param keep how many; empty keeps all. One may be two: the best and the latest
/// @param ranking which of two is better; of two equal ones the later is
public record Retention(OptionalInt keep, Ranking ranking) {
  /// What makes a checkpoint better than another.
  public enum Ranking {
    /// That it is younger.
    NEWEST,
    /// A larger score.
    LARGEST,
    /// A smaller score.
    SMALLEST
  }

  /// A committed checkpoint and its score, empty where its metrics lack the key.
  public record Scored(String name, OptionalDouble score) {}

  private record Placed(Scored scored, int age) {}

  public Retention {
    if (keep.isPresent() && keep.getAsInt() < 1) {
      throw new IllegalArgumentException("keep must be at least 1, not " + keep.getAsInt());
    }
  }

  /// The names to delete, oldest first.
  ///
  /// @param committed in the order in which they were committed
  /// @param needed never deleted: what this attempt started from, what is being validated
  public List<String> toDelete(List<Scored> committed, Collection<String> needed) {
    int tooMany = committed.size() - keep.orElse(Integer.MAX_VALUE);
    if (tooMany <= 0) {
      return List.of();
    }
    String latest = committed.getLast().name();
    Set<String> kept = new HashSet<>(needed);
    kept.add(latest);
    Collection<Placed> worst = worst(committed, tooMany);
    boolean takesAPlace = worst.stream().anyMatch(placed -> placed.scored().name().equals(latest));
    return (takesAPlace && keep.orElseThrow() > 1 ? worst(committed, tooMany + 1) : worst)
        .stream()
            .sorted(Comparator.comparingInt(Placed::age))
            .map(placed -> placed.scored().name())
            .filter(name -> !kept.contains(name))
            .toList();
  }

  /// So many of the worst. Most of the time it is one of many, so not all are put in order.
  private Collection<Placed> worst(List<Scored> committed, int count) {
    Comparator<Placed> worstFirst = worstFirst();
    Queue<Placed> worst = new PriorityQueue<>(count + 1, worstFirst.reversed());
    for (int i = 0; i < committed.size(); i++) {
      worst.add(new Placed(committed.get(i), i));
      if (worst.size() > count) {
        worst.remove();
      }
    }
    return worst;
  }

  /// The best one; empty where none has a score that counts. NaN and a missing score never count.
  public Optional<Scored> best(List<Scored> committed) {
    return ranked(committed).stream()
        .limit(1)
        .filter(scored -> ranking == Ranking.NEWEST || counts(scored))
        .findFirst();
  }

  private List<Scored> ranked(List<Scored> committed) {
    List<Placed> placed = new ArrayList<>();
    for (int i = 0; i < committed.size(); i++) {
      placed.add(new Placed(committed.get(i), i));
    }
    placed.sort(worstFirst());
    return placed.reversed().stream().map(Placed::scored).toList();
  }

  private Comparator<Placed> worstFirst() {
    Comparator<Placed> byAge = Comparator.comparingInt(Placed::age);
    return ranking == Ranking.NEWEST
        ? byAge
        : Comparator.<Placed>comparingDouble(placed -> value(placed.scored())).thenComparing(byAge);
  }

  /// The score so that larger is better and one that does not count is below all others.
  private double value(Scored scored) {
    if (!counts(scored)) {
      return Double.NEGATIVE_INFINITY;
    }
    double score = scored.score().getAsDouble();
    return ranking == Ranking.LARGEST ? score : -score;
  }

  private static boolean counts(Scored scored) {
    return scored.score().isPresent() && !Double.isNaN(scored.score().getAsDouble());
  }
}
