package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.lightgbm.internal.run.LightGBMSettings.EarlyStopping;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.Map;
import java.util.Optional;

/// The rounds of a run: grows, scores, reports and commits one after the other.
final class RoundLoop {
  private final TrainContext<LightGBMSettings> ctx;
  private final GrowingModel model;

  RoundLoop(TrainContext<LightGBMSettings> ctx, GrowingModel model) {
    this.ctx = ctx;
    this.model = model;
  }

  /// Resumes from where the run stands.
  void run() {
    Map<String, Double> metrics = Map.of();
    while (!isOver() && model.grow()) {
      metrics = model.metrics();
      watch(metrics);
      if (!isOver()) {
        report(metrics);
        model.commit();
      }
    }
    finish(metrics.isEmpty() ? model.metrics() : metrics);
  }

  private Optional<Integer> patience() {
    return ctx.config().earlyStopping().map(EarlyStopping::rounds);
  }

  private void watch(Map<String, Double> metrics) {
    ctx.config().earlyStopping().ifPresent(each -> model.watch(metrics, each.metric()));
  }

  private boolean isOver() {
    boolean stalled = patience().flatMap(model::stalled).isPresent();
    return ctx.stopRequested() || stalled || model.rounds() >= ctx.config().rounds();
  }

  private void report(Map<String, Double> metrics) {
    int rounds = model.rounds();
    if (ctx.config().checkpointEvery().filter(every -> rounds % every == 0).isPresent()) {
      reportWithModel(metrics);
    } else if (ctx.rank() == 0) {
      ctx.report(said(metrics));
    }
  }

  private void reportWithModel(Map<String, Double> metrics) {
    Checkpoint checkpoint = model.checkpoint();
    if (ctx.rank() == 0) {
      ctx.report(said(metrics), checkpoint);
    }
  }

  private Metrics said(Map<String, Double> metrics) {
    return Metrics.of("round", model.rounds()).with(Metrics.of(metrics));
  }

  /// The last checkpoint has the rounds up to the best one, where early stopping watched which that
  /// is; a run that somebody stopped may resume with all.
  private void finish(Map<String, Double> metrics) {
    Optional<TrainingProgress.Best> best =
        patience()
            .filter(_ -> !ctx.stopRequested())
            .flatMap(patience -> model.stalled(patience).or(model::best))
            .filter(each -> each.round() < model.rounds());
    if (best.isPresent()) {
      report(metrics);
      model.keep(best.get().round());
      reportWithModel(best.get().all());
    } else {
      reportWithModel(metrics);
    }
  }
}
