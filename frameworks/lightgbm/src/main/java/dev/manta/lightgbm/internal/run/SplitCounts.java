package dev.manta.lightgbm.internal.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// In how many splits each feature is used, counted from the texts of trees as LightGBM counts them
/// at the end of a model's text.
final class SplitCounts {
  private final long[] counts;

  SplitCounts(int features) {
    counts = new long[features];
  }

  /// Takes the splits of a tree; those that gain nothing do not count.
  void add(String tree) {
    String[] features = values(tree, "\nsplit_feature=");
    String[] gains = values(tree, "\nsplit_gain=");
    for (int i = 0; i < Math.min(features.length, gains.length); i++) {
      if (isGain(gains[i])) {
        counts[Integer.parseInt(features[i])]++;
      }
    }
  }

  /// Gains of huge labels are beyond what a number can be, and written as C++ does.
  private static boolean isGain(String text) {
    return text.equals("inf") || (!text.matches("-inf|-?nan") && Double.parseDouble(text) > 0);
  }

  private static String[] values(String tree, String name) {
    int at = tree.indexOf(name);
    if (at < 0) {
      return new String[0];
    }
    int from = at + name.length();
    String line = tree.substring(from, tree.indexOf('\n', from));
    return line.isBlank() ? new String[0] : line.split(" ");
  }

  /// A line for each feature that is used, the most used first.
  String lines(List<String> names) {
    List<Integer> used = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        used.add(i);
      }
    }
    used.sort(Comparator.comparing(i -> -counts[i]));
    StringBuilder lines = new StringBuilder();
    used.forEach(i -> lines.append(names.get(i)).append('=').append(counts[i]).append('\n'));
    return lines.toString();
  }

  @Override
  public String toString() {
    return Arrays.toString(counts);
  }
}
