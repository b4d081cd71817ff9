package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Trial;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Trials with values sorted by fronts: the first has those that no other is better than in every
/// goal, the next those that only trials of the first are better than, and so on.
public final class Fronts {
  private final List<List<Trial>> fronts;
  private final List<Trial> all;
  private final Map<Trial, Integer> ranks = new HashMap<>();
  private final Map<Trial, Double> crowding = new HashMap<>();

  private Fronts(List<Goal> goals, List<Trial> all) {
    this.all = all;
    this.fronts = sort(goals, all);
    for (int i = 0; i < fronts.size(); i++) {
      for (Trial each : fronts.get(i)) {
        ranks.put(each, i);
      }
      crowd(goals, fronts.get(i));
    }
  }

  /// The fronts of some trials.
  public static Fronts of(List<Goal> goals, List<Trial> trials) {
    return new Fronts(goals, List.copyOf(trials));
  }

  /// The first front, in the order of numbers.
  public List<Trial> first() {
    return fronts.isEmpty()
        ? List.of()
        : fronts.getFirst().stream().sorted(Comparator.comparingInt(Trial::number)).toList();
  }

  private static boolean dominates(List<Goal> goals, Trial some, Trial other) {
    boolean better = false;
    for (int i = 0; i < goals.size(); i++) {
      double ours = goals.get(i).loss(some.values().get(i));
      double theirs = goals.get(i).loss(other.values().get(i));
      if (ours > theirs) {
        return false;
      }
      better |= ours < theirs;
    }
    return better;
  }

  private static List<List<Trial>> sort(List<Goal> goals, List<Trial> all) {
    List<List<Trial>> fronts = new ArrayList<>();
    List<Trial> left = new ArrayList<>(all);
    while (!left.isEmpty()) {
      List<Trial> from = left;
      List<Trial> front =
          from.stream()
              .filter(each -> from.stream().noneMatch(other -> dominates(goals, other, each)))
              .toList();
      fronts.add(front);
      left = new ArrayList<>(from);
      left.removeAll(front);
    }
    return fronts;
  }

  /// How far the neighbours of each are; the ends of a front have no limit.
  private void crowd(List<Goal> goals, List<Trial> front) {
    for (int goal = 0; goal < goals.size(); goal++) {
      int index = goal;
      List<Trial> sorted =
          front.stream()
              .sorted(Comparator.comparingDouble(each -> each.values().get(index)))
              .toList();
      double range = sorted.getLast().values().get(goal) - sorted.getFirst().values().get(goal);
      for (int i = 0; i < sorted.size(); i++) {
        boolean end = i == 0 || i == sorted.size() - 1;
        double gap =
            end
                ? Double.POSITIVE_INFINITY
                : sorted.get(i + 1).values().get(goal) - sorted.get(i - 1).values().get(goal);
        crowding.merge(sorted.get(i), range > 0 ? gap / range : end ? gap : 0, Double::sum);
      }
    }
  }

  private Comparator<Trial> order() {
    return Comparator.<Trial>comparingInt(each -> ranks.getOrDefault(each, 0))
        .thenComparingDouble(each -> -crowding.getOrDefault(each, 0.0))
        .thenComparingInt(Trial::number);
  }

  /// The best so many.
  List<Trial> best(int count) {
    return all.stream().sorted(order()).limit(count).toList();
  }

  /// The better of two random ones.
  Trial tournament(RandomGenerator random) {
    Trial some = all.get(random.nextInt(all.size()));
    Trial other = all.get(random.nextInt(all.size()));
    return order().compare(some, other) <= 0 ? some : other;
  }
}
