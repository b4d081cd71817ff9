package dev.manta.xgboost;

import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.train.LiveValue;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.TrainingSettings.EarlyStopping;
import dev.manta.xgboost.internal.parameters.BoosterParameters;
import dev.manta.xgboost.internal.parameters.LabelChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The training function of [XGBoostTrainer]: rounds that are scored and reported.
final class TrainingLoop {
  private final TrainContext<TrainingSettings> ctx;
  private final TrainingSettings settings;
  private final XGBoost xgboost;
  private final DMatrix train;
  private final DMatrix[] scored;
  private final Booster booster;
  private final LiveValue<BestRound> best = LiveValue.of(BestRound.none());

  private TrainingLoop(TrainContext<TrainingSettings> ctx) {
    this.ctx = ctx;
    this.settings = ctx.config();
    Map<String, String> parameters = BoosterParameters.of(settings.parameters());
    long memory = settings.memory().orElseGet(() -> Table.memoryShare(ctx));
    this.xgboost = XGBoost.of(ctx, settings.parameters()).memory(memory);
    TableRoles roles = settings.roles();
    this.train = checked(xgboost.train(TrainingSettings.TRAIN, roles), parameters);
    List<DMatrix> all = new ArrayList<>(List.of(train));
    for (String name : settings.validation()) {
      all.add(checked(xgboost.validation(name, roles, train), parameters));
    }
    this.scored = all.toArray(DMatrix[]::new);
    this.booster = xgboost.booster(train, all.subList(1, all.size()).toArray(DMatrix[]::new));
    ctx.live("best", best);
  }

  private DMatrix checked(DMatrix rows, Map<String, String> parameters) {
    boolean grouped = settings.roles().query().isPresent();
    LabelChecks.require(parameters, rows.labelsOfAllRanks(), rows.name(), grouped);
    return rows;
  }

  /// Trains, or trains on.
  static void train(TrainContext<TrainingSettings> ctx) {
    new TrainingLoop(ctx).run();
  }

  private void run() {
    if (!isOver()) {
      for (long _ : ctx.steps(settings.rounds())) {
        Metrics scores = round();
        boolean over = isOver() || booster.rounds() >= settings.rounds();
        report(scores, over);
        if (over) {
          break;
        }
      }
    }
    xgboost.requireSame(booster);
  }

  private boolean isOver() {
    return settings
        .earlyStopping()
        .filter(each -> best.value().isOver(each.patience()))
        .isPresent();
  }

  private Metrics round() {
    booster.update(train);
    Metrics scores = booster.evaluate(scored);
    settings.earlyStopping().ifPresent(stopping -> watch(stopping, scores));
    return scores;
  }

  private void watch(EarlyStopping stopping, Metrics scores) {
    String metric = BestRound.metric(stopping, settings.validation().getLast(), scores);
    int round = booster.rounds() - 1;
    double score = ctx.broadcast(scores.number(metric));
    BestRound now = best.update(before -> before.next(round, score, metric));
    if (now.round() == round) {
      booster.attribute(XGBoostPredictor.BEST_ROUND, Integer.toString(round));
      booster.attribute("best_score", Double.toString(score));
    }
  }

  private void report(Metrics scores, boolean last) {
    int every = settings.checkpointEvery();
    Metrics metrics = scores.with("round", booster.rounds());
    if (last || (every > 0 && booster.rounds() % every == 0)) {
      ctx.report(metrics, ctx.snapshot());
    } else if (ctx.rank() == 0) {
      ctx.report(metrics);
    }
  }
}
