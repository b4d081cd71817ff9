package dev.manta.lightgbm.internal.metric;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.tabular.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The metrics of a dataset over the rows of all ranks: the library knows those of each rank, and
/// they are brought together here. Every rank gets the same bits.
public final class GlobalMetrics {
  private final Collectives collectives;
  private final Booster booster;
  private final int place;
  private final String prefix;
  private final List<String> names;
  private final double[] weights;
  private final double[] all;

  /// @param place of the dataset in the booster
  /// @param dataset its name
  public GlobalMetrics(
      Collectives collectives, Booster booster, int place, String dataset, Table table) {
    this.collectives = collectives;
    this.booster = booster;
    this.place = place;
    this.prefix = dataset + "-";
    this.names = booster.metricNames();
    this.weights = names.stream().mapToDouble(name -> MetricKind.of(name).weight(table)).toArray();
    this.all = weights.clone();
    collectives.allReduce(all, Op.SUM);
  }

  /// Their values now, by dataset and name such as `valid-binary_logloss`; every rank calls it.
  public Map<String, Double> values() {
    double[] values = booster.evaluate(place);
    if (collectives.size() > 1) {
      reduce(values);
    }
    Map<String, Double> named = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      named.put(prefix + names.get(i), values[i]);
    }
    return named;
  }

  private void reduce(double[] values) {
    for (int i = 0; i < values.length; i++) {
      MetricKind kind = MetricKind.of(names.get(i));
      values[i] = weights[i] == 0 ? 0 : kind.term(values[i]) * weights[i];
    }
    collectives.allReduce(values, Op.SUM);
    for (int i = 0; i < values.length; i++) {
      values[i] = MetricKind.of(names.get(i)).value(values[i], all[i]);
    }
  }
}
