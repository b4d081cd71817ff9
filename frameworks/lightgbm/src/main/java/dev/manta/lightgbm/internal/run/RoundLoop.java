package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.lightgbm.internal.boost.BinnedRows;
import dev.manta.lightgbm.internal.boost.Booster;
import dev.manta.lightgbm.internal.boost.Parameters;
import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import dev.manta.lightgbm.internal.metric.GlobalMetrics;
import dev.manta.lightgbm.internal.network.CollectiveNetwork;
import dev.manta.tabular.Table;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// The rounds of a run: grows, scores, reports and commits one after the other.
final class RoundLoop implements AutoCloseable {
  private final TrainContext<LightGBMSettings> ctx;
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final Tables tables;
  private final CollectiveNetwork network;
  private final Booster booster;
  private final List<GlobalMetrics> metrics = new ArrayList<>();

  private RoundLoop(TrainContext<LightGBMSettings> ctx, Tables tables) {
    this.ctx = ctx;
    this.tables = tables;
    Parameters parameters = RunParameters.of(ctx, tables.schema());
    tables.requireLabels(parameters);
    LightGBMLibrary library = LightGBMLibrary.load();
    List<BinnedRows> rows = rows(library, parameters);
    network = own(CollectiveNetwork.open(library, ctx.collectives()));
    booster = own(inNetwork(() -> Booster.create(library, rows.getFirst(), parameters)));
    rows.subList(1, rows.size()).forEach(booster::addValidation);
    tables.all().forEach(this::measure);
  }

  static RoundLoop prepare(TrainContext<LightGBMSettings> ctx, Tables tables) {
    return new RoundLoop(ctx, tables);
  }

  private List<BinnedRows> rows(LightGBMLibrary library, Parameters parameters) {
    List<BinnedRows> rows = new ArrayList<>();
    for (Table table : tables.all().values()) {
      rows.add(
          own(
              rows.isEmpty()
                  ? BinnedRows.train(library, ctx.collectives(), table, parameters)
                  : BinnedRows.like(rows.getFirst(), table)));
    }
    return rows;
  }

  private void measure(String name, Table table) {
    metrics.add(new GlobalMetrics(ctx.collectives(), booster, metrics.size(), name, table));
  }

  private <T extends AutoCloseable> T own(T thing) {
    open.push(thing);
    return thing;
  }

  private <T> T inNetwork(Supplier<T> call) {
    T result = call.get();
    network.check();
    return result;
  }

  void run() {
    for (int round = 1; round <= ctx.config().rounds() && !ctx.stopRequested(); round++) {
      if (!inNetwork(booster::grow)) {
        break;
      }
      report(round);
    }
    finish();
  }

  private void report(int round) {
    Metrics all = Metrics.of("round", round);
    for (GlobalMetrics each : metrics) {
      all = all.with(Metrics.of(each.values()));
    }
    if (ctx.rank() == 0) {
      ctx.report(all);
    }
  }

  private void finish() {
    String text = booster.text(0, 0);
    SameModels.require(ctx, ModelText.of(text).digest());
    if (ctx.rank() == 0) {
      Checkpoint checkpoint = ModelFiles.write(text, tables.schema());
      ctx.report(Metrics.of("rounds", booster.rounds()), checkpoint);
    }
  }

  @Override
  public void close() {
    try {
      while (!open.isEmpty()) {
        open.pop().close();
      }
    } catch (Exception e) {
      throw new IllegalStateException("LightGBM's part of this attempt cannot be closed", e);
    }
  }
}
