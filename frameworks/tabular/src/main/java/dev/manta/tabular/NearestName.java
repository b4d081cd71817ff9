package dev.manta.tabular;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/// The name that was perhaps meant.
final class NearestName {
  private NearestName() {}

  /// The one that most of the letters agree with; empty where none is near.
  static Optional<String> of(String name, Collection<String> known) {
    return known.stream()
        .filter(each -> distance(name, each) <= Math.max(1, name.length() / 3))
        .min(
            Comparator.<String>comparingInt(each -> distance(name, each))
                .thenComparing(each -> each));
  }

  /// How many letters must be added, dropped or changed to make one of the other.
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int i = 0; i < row.length; i++) {
      row[i] = i;
    }
    for (int i = 1; i <= from.length(); i++) {
      int before = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int change = before + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        before = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
