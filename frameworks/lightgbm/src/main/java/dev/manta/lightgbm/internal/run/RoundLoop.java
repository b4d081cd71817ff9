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
    while (true) {
      int rounds = live.progress().rounds();
      if (rounds >= ctx.config().rounds() || !session.grow(rounds)) {
        finish(metrics.isEmpty() ? session.metrics() : metrics);
        return;
      }
      metrics = session.metrics();
      live.grown(session.textOf(rounds), live.progress().next(metrics, session.watched()));
      if (isOver()) {
        finish(metrics);
        return;
      }
      report(metrics);
      session.commit();
    }
  }

  private boolean isOver() {
    boolean stalled = ctx.config().earlyStopping().flatMap(live.progress()::stalled).isPresent();
    return ctx.stopRequested() || stalled || live.progress().rounds() >= ctx.config().rounds();
  }

  private void report(Map<String, Double> metrics) {
    int rounds = live.progress().rounds();
    boolean due = ctx.config().checkpointEvery().filter(every -> rounds % every == 0).isPresent();
    if (due) {
      report(metrics, rounds, 0);
    } else if (ctx.rank() == 0) {
      ctx.report(said(metrics, rounds));
    }
  }

  /// @param kept how many rounds the checkpoint has; all where it is 0
  private void report(Map<String, Double> metrics, int rounds, int kept) {
    SameModels.require(ctx, live.model().digest());
    if (ctx.rank() == 0) {
      Progress progress = kept == 0 ? live.progress() : new Progress(kept, Map.of());
      Checkpoint checkpoint =
          new ModelFiles(session.text(kept), session.schema(), progress).write();
      ctx.report(said(metrics, rounds), checkpoint);
    }
  }

  private static Metrics said(Map<String, Double> metrics, int rounds) {
    return Metrics.of("round", rounds).with(Metrics.of(metrics));
  }

  /// The last checkpoint has the rounds up to the best one, where early stopping watched which that
  /// is; a run that somebody stopped may go on.
  private void finish(Map<String, Double> metrics) {
    Optional<Progress.Best> best =
        ctx.config()
            .earlyStopping()
            .filter(_ -> !ctx.stopRequested())
            .flatMap(patience -> live.progress().stalled(patience).or(live.progress()::first));
    int rounds = live.progress().rounds();
    if (best.filter(each -> each.round() < rounds).isEmpty()) {
      report(metrics, rounds, 0);
    } else {
      if (ctx.rank() == 0) {
        ctx.report(said(metrics, rounds));
      }
      report(best.get().all(), best.get().round(), best.get().round());
    }
    session.commit();
  }
}
