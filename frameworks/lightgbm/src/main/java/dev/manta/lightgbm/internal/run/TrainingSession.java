package dev.manta.lightgbm.internal.run;

import dev.manta.lightgbm.internal.boost.BinnedRows;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.lightgbm.internal.boost.NativeScope;
import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.lightgbm.internal.boost.RawScores;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.lightgbm.internal.metric.GlobalMetrics;
import dev.manta.lightgbm.internal.network.CollectiveNetwork;
import dev.manta.tabular.Table;
import dev.manta.train.TrainContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The native side of an attempt: rows, network and booster, made, used and freed by the thread of
/// the training function.
final class TrainingSession {
  private final TrainContext<?> ctx;
  private final Tables tables;
  private final Randomness randomness;
  private final CollectiveNetwork network;
  private final Booster booster;
  private final List<GlobalMetrics> metrics = new ArrayList<>();

  /// @param before the model to resume from
  TrainingSession(
      TrainContext<?> ctx,
      NativeScope scope,
      Tables tables,
      Parameters parameters,
      ModelText before) {
    this.ctx = ctx;
    this.tables = tables;
    this.randomness = new Randomness(parameters);
    LightGBMLibrary library = LightGBMLibrary.load();
    List<BinnedRows> rows = rows(library, scope, RunParameters.ofLibrary(parameters));
    network = scope.own(CollectiveNetwork.open(library, ctx.collectives()));
    booster =
        scope.own(booster(library, rows, RunParameters.ofLibrary(randomness.first()), before));
    rows.subList(1, rows.size()).forEach(booster::addValidation);
    measure(parameters);
  }

  private List<BinnedRows> rows(LightGBMLibrary library, NativeScope scope, Parameters parameters) {
    List<BinnedRows> rows = new ArrayList<>();
    for (Table table : tables.all().values()) {
      rows.add(
          scope.own(
              rows.isEmpty()
                  ? BinnedRows.train(library, ctx.collectives(), table, parameters)
                  : BinnedRows.like(rows.getFirst(), ctx.collectives(), table)));
    }
    return rows;
  }

  private Booster booster(
      LightGBMLibrary library, List<BinnedRows> rows, Parameters parameters, ModelText before) {
    if (before.isEmpty()) {
      return inNetwork(() -> Booster.create(library, rows.getFirst(), parameters));
    }
    try (Booster old = Booster.parse(library, before.text())) {
      int at = 0;
      for (Table table : tables.all().values()) {
        RawScores.give(old, table, rows.get(at++), parameters.get("num_threads", "0"));
      }
      Booster next = inNetwork(() -> Booster.create(library, rows.getFirst(), parameters));
      next.merge(old);
      return next;
    }
  }

  private void measure(Parameters parameters) {
    List<String> ranking = RunParameters.ranking(parameters);
    boolean skipsTrain = parameters.get("is_provide_training_metric", "true").matches("false|0|-");
    int place = 0;
    for (Map.Entry<String, Table> each : tables.all().entrySet()) {
      if (place > 0 || !skipsTrain) {
        metrics.add(
            new GlobalMetrics(
                ctx.collectives(), booster, place, each.getKey(), each.getValue(), ranking));
      }
      place++;
    }
  }

  private <T> T inNetwork(Supplier<T> call) {
    T result = call.get();
    network.check();
    return result;
  }

  /// Grows one more round; false where no leaf can be split any more.
  ///
  /// @param round counted from 0
  boolean grow(int round) {
    randomness.begin(booster, round);
    return inNetwork(booster::grow);
  }

  /// The same by derivatives of a loss of one's own.
  boolean grow(int round, Derivatives derivatives) {
    randomness.begin(booster, round);
    Table table = tables.all().values().iterator().next();
    double[] scores = booster.answers(0);
    float[] gradients = new float[scores.length];
    float[] hessians = new float[scores.length];
    if (table.rows() > 0) {
      derivatives.differentiate(scores, table.labels(), gradients, hessians);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment first = arena.allocateFrom(ValueLayout.JAVA_FLOAT, gradients);
      MemorySegment second = arena.allocateFrom(ValueLayout.JAVA_FLOAT, hessians);
      return inNetwork(() -> booster.grow(first, second));
    }
  }

  /// What the model says of each of this rank's rows, class after class.
  double[] scores(String dataset) {
    int place = List.copyOf(tables.all().keySet()).indexOf(dataset);
    if (place < 0) {
      throw new IllegalArgumentException(
          "there is no dataset \"%s\" here, only %s"
              .formatted(dataset, String.join(", ", tables.all().keySet())));
    }
    boolean isEmpty = List.copyOf(tables.all().values()).get(place).rows() == 0;
    return isEmpty ? new double[0] : booster.answers(place);
  }

  /// The metrics of all datasets over all ranks.
  Map<String, Double> metrics() {
    Map<String, Double> all = new LinkedHashMap<>();
    metrics.forEach(each -> all.putAll(each.values()));
    return all;
  }

  /// The metrics of all datasets, and whether more is better.
  ///
  /// @param scored only those of datasets that are not learned from
  Map<String, Boolean> orders(boolean scored) {
    Map<String, Boolean> all = new LinkedHashMap<>();
    metrics.stream()
        .filter(each -> !scored || !each.dataset().equals(learned()))
        .forEach(each -> all.putAll(each.orders()));
    return all;
  }

  private String learned() {
    return tables.all().keySet().iterator().next();
  }

  /// Rounds in LightGBM's text format.
  String text(int from, int rounds) {
    return booster.text(from, rounds);
  }
}
