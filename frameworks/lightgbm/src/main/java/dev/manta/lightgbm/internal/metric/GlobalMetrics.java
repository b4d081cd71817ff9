package dev.manta.lightgbm.internal.metric;

import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.tabular.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The metrics of a dataset over the rows of all ranks. LightGBM knows most of them for each rank's
/// rows, and those are brought together here; others are computed from all scores. Every rank gets
/// the same bits.
public final class GlobalMetrics {
  private final Collectives collectives;
  private final Booster booster;
  private final int place;
  private final String dataset;
  private final Table table;
  private final List<MetricKind> kinds;
  private final List<String> local;
  private final List<String> ranking;
  private final double[] weights;
  private final double[] all;

  /// @param place of the dataset in the booster
  /// @param dataset its name
  /// @param ranking the metrics that LightGBM does not compute for each rank
  public GlobalMetrics(
      Collectives collectives,
      Booster booster,
      int place,
      String dataset,
      Table table,
      List<String> ranking) {
    this.collectives = collectives;
    this.booster = booster;
    this.place = place;
    this.dataset = dataset;
    this.table = table;
    this.local = booster.metricNames();
    this.ranking = ranking;
    this.kinds = local.stream().map(MetricKind::of).toList();
    this.weights = kinds.stream().mapToDouble(kind -> kind.weight(table)).toArray();
    this.all = weights.clone();
    collectives.allReduce(all, Op.SUM);
  }

  /// Their values now, by dataset and name such as `valid-binary_logloss`; every rank calls it.
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>();
    if (!local.isEmpty()) {
      double[] global = global(booster.evaluate(place));
      for (int i = 0; i < global.length; i++) {
        values.put(dataset + "-" + local.get(i), global[i]);
      }
    }
    if (!ranking.isEmpty()) {
      double[] scores = table.rows() == 0 ? new double[0] : booster.answers(place);
      ranking.forEach(name -> values.put(dataset + "-" + name, ranking(name, scores)));
    }
    return values;
  }

  private double ranking(String name, double[] scores) {
    return RankingMetric.valueOf(name.toUpperCase(Locale.ROOT)).value(collectives, table, scores);
  }

  /// The name of the dataset.
  public String dataset() {
    return dataset;
  }

  /// Whether more is better, for each of [#values].
  public Map<String, Boolean> orders() {
    List<String> names = new ArrayList<>(local);
    names.addAll(ranking);
    Map<String, Boolean> orders = new LinkedHashMap<>();
    names.forEach(name -> orders.put(dataset + "-" + name, MetricNames.isHigherBetter(name)));
    return orders;
  }

  private double[] global(double[] values) {
    if (collectives.size() == 1) {
      return values;
    }
    for (int i = 0; i < values.length; i++) {
      values[i] = weights[i] == 0 ? 0 : kinds.get(i).term(values[i]) * weights[i];
    }
    collectives.allReduce(values, Op.SUM);
    for (int i = 0; i < values.length; i++) {
      values[i] = kinds.get(i).value(values[i], all[i]);
    }
    return values;
  }
}
