package dev.manta.xgboost;

import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.tabular.TrainingTables;
import dev.manta.train.LiveValue;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.TrainingSettings.EarlyStopping;
import dev.manta.xgboost.internal.booster.SavingRule;
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
    this.train = checked(xgboost.train(TrainingTables.TRAIN, roles), parameters);
    List<DMatrix> all = new ArrayList<>(List.of(train));
    for (String name : settings.validation()) {
      all.add(checked(xgboost.validation(name, roles, train), parameters));
    }
    this.scored = all.toArray(DMatrix[]::new);
    this.booster = xgboost.booster(train, all.subList(1, all.size()).toArray(DMatrix[]::new));
    ctx.live("best", best);
    booster.saving(SavingRule.of(values(), parameters));
  }

  /// How many a rank has on average.
  private double values() {
    return (double) train.rowsOfAllRanks() * train.schema().size() / ctx.worldSize();
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
    var steps = ctx.steps(settings.rounds()).iterator();
    while (!isOver() & steps.hasNext()) { // a round is committed before the loop is left
      long round = steps.next();
      catchUp(round);
      Metrics scores = round();
      report(scores, isOver() || round == settings.rounds() - 1);
    }
    keep();
    xgboost.requireSame(booster);
  }

  private boolean isOver() {
    return settings
        .earlyStopping()
        .filter(each -> best.value().isOver(each.patience()))
        .isPresent();
  }

  /// Rounds that were committed and are not in what was saved of the model.
  private void catchUp(long round) {
    while (booster.rounds() < round) {
      booster.update(train);
    }
  }

  private Metrics round() {
    booster.update(train);
    Metrics scores = booster.evaluate(scored);
    settings.earlyStopping().ifPresent(stopping -> watch(stopping, scores));
    return scores;
  }

  private void watch(EarlyStopping stopping, Metrics scores) {
    String metric = BestRound.metric(stopping, settings.validation().getLast(), scores);
    double score = ctx.broadcast(scores.number(metric));
    best.update(before -> before.next(booster.rounds() - 1, score, metric));
  }

  private void report(Metrics scores, boolean last) {
    int every = settings.checkpointEvery();
    Metrics metrics = scores.with("round", booster.rounds());
    if (last || (every > 0 && booster.rounds() % every == 0)) {
      keep();
      ctx.report(metrics, ctx.snapshot());
    } else {
      ctx.report(metrics);
    }
  }

  /// What is stored from here on is the model as it is now.
  private void keep() {
    BestRound now = best.value();
    if (now.round() >= 0) {
      booster.attribute(XGBoostPredictor.BEST_ROUND, Integer.toString(now.round()));
      booster.attribute("best_score", Double.toString(now.score()));
    }
    settings
        .roles()
        .missing()
        .ifPresent(value -> booster.attribute(XGBoostPredictor.MISSING, Double.toString(value)));
    booster.refresh();
  }
}
