package dev.manta.tabular;

import dev.manta.data.Column;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which rows belong together, as they are ranked among each other: all of a group go to one rank,
/// wherever they are in the dataset.
final class QueryGroups {
  private final int rank;
  private final int ranks;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Integer> groups = new ArrayList<>();
  private long seen;
  private long mark;

  QueryGroups(int rank, int ranks) {
    this.rank = rank;
    this.ranks = ranks;
  }

  /// Whether a row is this rank's; if so it is noted as the next one.
  boolean takes(Column queries, int row) {
    String query = queries.isNull(row) ? "" : CategoryCodes.text(queries, row);
    int hash = query.hashCode() * 0x9E3779B9;
    seen++;
    mark = mark * 31 + hash;
    if (Math.floorMod(hash >>> 8, ranks) != rank) {
      return false;
    }
    Integer known = numbers.putIfAbsent(query, numbers.size());
    groups.add(known == null ? numbers.size() - 1 : known);
    return true;
  }

  /// Refuses to continue where ranks have seen different rows.
  void requireSame(TrainContext<?> ctx, String dataset) {
    List<String> all = RankTexts.gather(ctx, seen + " " + mark);
    if (all.stream().filter(each -> !each.isEmpty()).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "dataset \"%s\" has queries, whose rows must come together, but each rank sees other rows: give it to the trainer with DataConfig.whole()"
              .formatted(dataset));
    }
  }

  /// What a rank does that has seen no rows this time, while others compare what they have seen.
  static void accompany(TrainContext<?> ctx) {
    RankTexts.gather(ctx, "");
  }

  /// The rows that were taken, group after group.
  int[] order() {
    int[] next = starts();
    int[] order = new int[groups.size()];
    for (int row = 0; row < order.length; row++) {
      order[next[groups.get(row)]++] = row;
    }
    return order;
  }

  private int[] starts() {
    int[] sizes = sizes();
    int[] starts = new int[sizes.length];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + sizes[i - 1];
    }
    return starts;
  }

  /// How many rows each group has.
  int[] sizes() {
    int[] sizes = new int[numbers.size()];
    groups.forEach(group -> sizes[group]++);
    return sizes;
  }
}
