package dev.manta.xgboost.internal.matrix;

import dev.manta.collective.Collectives;
import dev.manta.collective.Values;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableFeature;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The bins of each feature, found by all ranks from all rows.
///
/// XGBoost would find bins by itself, in five times the time: it sorts small parts of the rows and
/// merges them. These are nearer to equal parts, and hardly depend on how rows lie on ranks.
public final class AgreedBins {
  /// How many values of a feature each rank tells for a bin: what a bin has of too much or too
  /// little rows is an eighth of them at most.
  private static final int VALUES_OF_BIN = 8;

  /// Beyond that, what ranks tell each other is large.
  private static final int BINS_MAX = 1 << 12;

  /// With more, XGBoost finds bins in less time by itself: here one thread of a rank does it.
  private static final int THREADS_MAX = 4;

  private final List<float[]> borders;

  private AgreedBins(List<float[]> borders) {
    this.borders = borders;
  }

  /// Whether bins can be found in this way: all rows of a rank are in memory and count the same.
  static boolean fit(Table table, MatrixForm form) {
    return form.histogram()
        && form.threads() <= THREADS_MAX
        && form.bins() >= 2
        && form.bins() <= BINS_MAX
        && !table.isSpilled()
        && table.weights().isEmpty();
  }

  /// Finds them; every rank calls it.
  static AgreedBins of(Collectives collectives, Table table, int bins) {
    int width = table.schema().size();
    var summaries =
        new FeatureSummaries(table.chunks(), width, table.rows(), FeatureSummaries.ROWS_MAX);
    List<float[]> borders = new ArrayList<>();
    for (int first = 0; first < width; first += FeatureSummaries.AT_ONCE) {
      int count = Math.min(FeatureSummaries.AT_ONCE, width - first);
      List<ValueSummary> mine = summaries.of(first, count, VALUES_OF_BIN * bins);
      gathered(collectives, mine).forEach(each -> borders.add(BinBorders.of(each, bins)));
    }
    return new AgreedBins(withCategories(borders, table.schema().features()));
  }

  /// A category has a bin of its own, up to the one with the highest number.
  private static List<float[]> withCategories(List<float[]> borders, List<TableFeature> features) {
    List<float[]> all = new ArrayList<>(borders);
    for (int i = 0; i < all.size(); i++) {
      int categories = features.get(i).categories().map(List::size).orElse(0);
      if (categories > 0) {
        all.set(i, new float[] {categories - 1});
      }
    }
    return all;
  }

  /// What each rank has, for one feature after the other.
  private static List<List<ValueSummary>> gathered(
      Collectives collectives, List<ValueSummary> mine) {
    int[] own = mine.stream().mapToInt(ValueSummary::size).toArray();
    int[] sizes = new int[own.length * collectives.size()];
    collectives.allGather(Values.of(own), Values.of(sizes));
    List<Long> ofRanks = new ArrayList<>();
    for (int rank = 0; rank < collectives.size(); rank++) {
      ofRanks.add(
          Arrays.stream(sizes, rank * own.length, (rank + 1) * own.length).asLongStream().sum());
    }
    int all = Math.toIntExact(ofRanks.stream().mapToLong(each -> each).sum());
    float[] values = new float[all];
    int[] rows = new int[all];
    collectives.allGather(Values.of(values(mine)), Values.of(values), ofRanks);
    collectives.allGather(Values.of(rows(mine)), Values.of(rows), ofRanks);
    return parted(sizes, own.length, values, rows);
  }

  private static float[] values(List<ValueSummary> mine) {
    float[] all = new float[mine.stream().mapToInt(ValueSummary::size).sum()];
    int at = 0;
    for (ValueSummary each : mine) {
      System.arraycopy(each.values(), 0, all, at, each.size());
      at += each.size();
    }
    return all;
  }

  private static int[] rows(List<ValueSummary> mine) {
    return mine.stream().flatMapToInt(each -> Arrays.stream(each.rows())).toArray();
  }

  private static List<List<ValueSummary>> parted(
      int[] sizes, int features, float[] values, int[] rows) {
    List<List<ValueSummary>> parts = new ArrayList<>();
    for (int feature = 0; feature < features; feature++) {
      parts.add(new ArrayList<>());
    }
    int from = 0;
    for (int i = 0; i < sizes.length; i++) {
      int to = from + sizes[i];
      parts
          .get(i % features)
          .add(
              new ValueSummary(
                  Arrays.copyOfRange(values, from, to), Arrays.copyOfRange(rows, from, to)));
      from = to;
    }
    return parts;
  }

  /// Rows whose values are the borders of bins, and nothing where a feature has fewer: bins that
  /// XGBoost finds from them are these.
  float[] rows() {
    int width = borders.size();
    float[] rows = new float[count() * width];
    Arrays.fill(rows, Float.NaN);
    for (int feature = 0; feature < width; feature++) {
      float[] own = borders.get(feature);
      for (int i = 0; i < own.length; i++) {
        rows[i * width + feature] = own[i];
      }
    }
    return rows;
  }

  /// How many such rows there are.
  int count() {
    return Math.max(1, borders.stream().mapToInt(each -> each.length).max().orElse(0));
  }
}
