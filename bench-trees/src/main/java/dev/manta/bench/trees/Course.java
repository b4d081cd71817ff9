package dev.manta.bench.trees;

import dev.manta.bench.train.Stamps;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// When a training got where, in seconds since the epoch: the last of its ranks counts.
///
/// @param ready processes run and have loaded their libraries
/// @param first the first tree is there
/// @param last all trees are there
/// @param end the model is stored, and processes have ended
record Course(double begin, double ready, double first, double last, double end) {
  /// That of a peer whose ranks said these times and which has just ended.
  static Course ended(double begin, List<Map<String, Double>> ranks) {
    double end = Stamps.now();
    return new Course(
        begin, latest(ranks, "ready"), latest(ranks, "first"), latest(ranks, "last"), end);
  }

  /// When the last rank was at a place.
  static double latest(List<Map<String, Double>> ranks, String place) {
    return ranks.stream()
        .mapToDouble(rank -> rank.getOrDefault(place, Double.NaN))
        .max()
        .orElseThrow();
  }

  /// What is held against others.
  Map<String, Double> figures(int trees) {
    Map<String, Double> figures = new TreeMap<>();
    figures.put("seconds", end - begin);
    figures.put("behind", end - ready);
    figures.put("first", first - ready);
    figures.put("rate", (trees - 1) / (last - first));
    return figures;
  }

  /// Says figures as a program does.
  static void print(Map<String, Double> figures) {
    figures.forEach((name, value) -> System.out.println("figure " + name + " " + value));
  }
}
