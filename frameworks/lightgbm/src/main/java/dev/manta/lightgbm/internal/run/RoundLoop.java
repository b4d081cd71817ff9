package dev.manta.lightgbm.internal.run;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.util.Map;
import java.util.Optional;

/// The rounds of a run: grows, scores, reports and commits one after the other.
final class RoundLoop {
  private final TrainContext<LightGBMSettings> ctx;
  private final TrainingSession session;
  private final LiveTraining live;

  RoundLoop(TrainContext<LightGBMSettings> ctx, TrainingSession session, LiveTraining live) {
    this.ctx = ctx;
    this.session = session;
    this.live = live;
  }

  /// Goes on from where the run stands.
  void run() {
    Map<String, Double> metrics = Map.of();
    while (!isOver() && session.grow(rounds())) {
      metrics = session.metrics();
      live.grown(session.textOf(rounds()), live.progress().next(metrics, session.watched()));
      if (!isOver()) {
        report(metrics);
        session.commit(live.model());
      }
    }
    finish(metrics.isEmpty() ? session.metrics() : metrics);
  }

  private int rounds() {
    return live.progress().rounds();
  }

  private boolean isOver() {
    boolean stalled = ctx.config().earlyStopping().flatMap(live.progress()::stalled).isPresent();
    return ctx.stopRequested() || stalled || rounds() >= ctx.config().rounds();
  }

  private void report(Map<String, Double> metrics) {
    if (ctx.config().checkpointEvery().filter(every -> rounds() % every == 0).isPresent()) {
      reportWithModel(metrics);
    } else if (ctx.rank() == 0) {
      ctx.report(said(metrics));
    }
  }

  private void reportWithModel(Map<String, Double> metrics) {
    SameModels.require(ctx, live.model().digest());
    Checkpoint checkpoint = ctx.snapshot();
    if (ctx.rank() == 0) {
      ctx.report(said(metrics), checkpoint);
    }
  }

  private Metrics said(Map<String, Double> metrics) {
    return Metrics.of("round", rounds()).with(Metrics.of(metrics));
  }

  /// The last checkpoint has the rounds up to the best one, where early stopping watched which that
  /// is; a run that somebody stopped may go on with all.
  private void finish(Map<String, Double> metrics) {
    Optional<Progress.Best> best =
        ctx.config()
            .earlyStopping()
            .filter(_ -> !ctx.stopRequested())
            .flatMap(patience -> live.progress().stalled(patience).or(live.progress()::first))
            .filter(each -> each.round() < rounds());
    if (best.isPresent()) {
      report(metrics);
      live.keep(best.get().round());
      reportWithModel(best.get().all());
    } else {
      reportWithModel(metrics);
    }
  }
}
