package dev.manta.data.prep;

import dev.manta.data.Aggregate;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Column;
import dev.manta.data.Dataset;
import org.jspecify.annotations.Nullable;

/// Values of a column by their place in its order or by how often they are there: exact, through
/// the dataset's own sorting and grouping, which go to disk where memory does not do.
final class ColumnRanks {
  private static final int ROWS = 8192;

  private ColumnRanks() {}

  /// Numbers below which a part of all numbers lies; between two as much of each as it is near.
  static double[] quantiles(Dataset dataset, String column, long count, double... parts) {
    double[] places = new double[2 * parts.length];
    for (int i = 0; i < parts.length; i++) {
      double place = parts[i] * (count - 1);
      places[2 * i] = Math.floor(place);
      places[2 * i + 1] = Math.ceil(place);
    }
    double[] found = at(dataset, column, places);
    double[] quantiles = new double[parts.length];
    for (int i = 0; i < parts.length; i++) {
      double part = parts[i] * (count - 1) - places[2 * i];
      quantiles[i] = found[2 * i] + part * (found[2 * i + 1] - found[2 * i]);
    }
    return quantiles;
  }

  /// The numbers at places of the order; NaN and nulls are behind all others.
  private static double[] at(Dataset dataset, String column, double[] places) {
    double[] found = new double[places.length];
    long first = 0;
    try (Batches<Batch> batches = dataset.select(column).sort(column).batches(ROWS)) {
      for (Batch batch : batches) {
        pick(batch.column(column), first, places, found);
        first += batch.rows();
      }
    }
    return found;
  }

  private static void pick(Column sorted, long first, double[] places, double[] found) {
    for (int i = 0; i < places.length; i++) {
      long row = (long) places[i] - first;
      if (row >= 0 && row < sorted.rows()) {
        found[i] = sorted.realAt((int) row);
      }
    }
  }

  /// The smallest of those values that are most often there, as a number or a text.
  static Object mostFrequent(Dataset dataset, String column) {
    String counted = "count of " + column;
    var best = new Best();
    Dataset groups =
        dataset.select(column).groupBy(column).aggregate(Aggregate.count().as(counted));
    try (Batches<Batch> batches = groups.batches(ROWS)) {
      for (Batch batch : batches) {
        best.see(batch.column(column), batch.column(counted));
      }
    }
    ColumnMoments.requireSome(column, best.most);
    return java.util.Objects.requireNonNull(best.value);
  }

  /// The best one so far.
  private static final class Best {
    private long most;
    private @Nullable Object value;

    void see(Column values, Column counts) {
      for (int i = 0; i < values.rows(); i++) {
        boolean gap = Categories.at(values, i) == null;
        if (!gap && counts.wholeAt(i) > most) {
          most = counts.wholeAt(i);
          value =
              values.type() == dev.manta.data.Type.Scalar.TEXT
                  ? values.textAt(i)
                  : (Object) values.realAt(i);
        }
      }
    }
  }
}
