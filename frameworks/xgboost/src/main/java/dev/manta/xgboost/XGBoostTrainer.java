package dev.manta.xgboost;

import dev.manta.Trainer;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableTrainer;
import dev.manta.tabular.TrainingTables;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import dev.manta.xgboost.internal.library.XGBoostLibrary;
import dev.manta.xgboost.internal.parameters.BoosterParameters;
import dev.manta.xgboost.internal.parameters.MetricNames;
import java.util.List;
import java.util.Map;

/// Trains a model of XGBoost on all workers of a run: each has its share of the rows, and all grow
/// the same trees. Immutable; nothing happens before [#fit].
///
/// The model learns from the dataset `train`; every other one is a validation set, which is scored
/// after each round. Each round reports the metrics of all datasets, such as `train-logloss` and
/// `valid-auc`. Checkpoints are read by [XGBoostModel].
public final class XGBoostTrainer extends TableTrainer<XGBoostTrainer> {
  private final Class<?> type;
  private final TrainingPlan plan;

  private XGBoostTrainer(Trainer trainer, TrainingTables tables, Class<?> type, TrainingPlan plan) {
    super(trainer, tables);
    this.type = type;
    this.plan = plan;
  }

  /// With XGBoost's parameters in a record, whose annotations give the search space: `maxDepth` is
  /// `max_depth`.
  public static <P> XGBoostTrainer of(Class<P> type, P parameters) {
    BoosterParameters.of(parameters);
    return new XGBoostTrainer(
        Trainer.of(TrainingLoop.class.getName(), "train", Map.of()),
        TrainingTables.none(),
        type,
        TrainingPlan.of(parameters));
  }

  /// With XGBoost's parameters in a record or a map.
  public static XGBoostTrainer of(Object parameters) {
    return typed(parameters.getClass(), parameters);
  }

  private static <P> XGBoostTrainer typed(Class<P> type, Object parameters) {
    return of(type, type.cast(parameters));
  }

  /// The number of boosting rounds; 100 by default.
  public XGBoostTrainer rounds(int count) {
    return with(plan.rounds(count));
  }

  /// Stops when a metric has not improved for so many rounds: the last one of the validation set
  /// that comes last by name. The model remembers its best round, and predicts with the rounds up
  /// to it.
  public XGBoostTrainer earlyStopping(int rounds) {
    return with(plan.earlyStopping(rounds, null));
  }

  /// The same with a metric as reports name it, such as `valid-auc`.
  public XGBoostTrainer earlyStopping(int rounds, String metric) {
    return with(plan.earlyStopping(rounds, metric));
  }

  /// Stores a checkpoint after every so many rounds, and at the end. By default only at the end: a
  /// killed rank needs none, as the others hold the model.
  public XGBoostTrainer checkpointEvery(int rounds) {
    return with(plan.checkpointEvery(rounds));
  }

  /// How many bytes of memory a rank's rows may take; the rest is kept on disk. By default half of
  /// the machine's memory, shared by the ranks on it.
  public XGBoostTrainer memory(long bytes) {
    return with(plan.memory(bytes));
  }

  private XGBoostTrainer with(TrainingPlan other) {
    return new XGBoostTrainer(plain(), tables(), type, other);
  }

  @Override
  protected XGBoostTrainer with(Trainer trainer, TrainingTables tables) {
    return new XGBoostTrainer(trainer, tables, type, plan);
  }

  @Override
  protected Trainer prepared(Trainer trainer) {
    TrainingSettings settings = plan.settings(tables());
    return tables()
        .wholeWhereGrouped(
            withJvmOptions(
                trainer,
                "-D" + XGBoostLibrary.PRELOAD + "=true",
                Table.SMALL_HEAP,
                Table.QUICK_COMPILER))
        .config(settings)
        .run(run -> scored(run, settings))
        .configField(TrainingSettings.PARAMETERS, type);
  }

  /// Ranks checkpoints by the metric of early stopping, or else by the first metric of the first
  /// dataset that is scored, unless the run says another one.
  private RunConfig scored(RunConfig run, TrainingSettings settings) {
    List<String> metrics = MetricNames.of(BoosterParameters.of(settings.parameters()));
    if (metrics.isEmpty()) {
      return run;
    }
    String key =
        settings
            .earlyStopping()
            .map(each -> each.metric().orElse(watched(settings, metrics)))
            .orElseGet(() -> tables().scoredDataset() + "-" + metrics.getFirst());
    return ranked(run, key, MetricNames.isHigherBetter(key) ? Order.MAX : Order.MIN);
  }

  /// What early stopping watches by itself.
  private static String watched(TrainingSettings settings, List<String> metrics) {
    return settings.validation().getLast() + "-" + metrics.getLast();
  }
}
