package dev.manta.xgboost;

import dev.manta.LibraryTrainer;
import dev.manta.Trainer;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.xgboost.internal.library.XGBoostLibrary;
import dev.manta.xgboost.internal.parameters.BoosterParameters;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Trains a model of XGBoost on all workers of a run: each has its share of the rows, and all grow
/// the same trees. Immutable; nothing happens before [#fit].
///
/// The model learns from the dataset `train`; every other one is a validation set, which is scored
/// after each round. Each round reports the metrics of all datasets, such as `train-logloss` and
/// `valid-auc`. Checkpoints are read by [XGBoostModel].
public final class XGBoostTrainer extends LibraryTrainer<XGBoostTrainer> {
  private final Class<?> type;
  private final TrainingPlan plan;

  private XGBoostTrainer(Trainer trainer, Class<?> type, TrainingPlan plan) {
    super(trainer);
    this.type = type;
    this.plan = plan;
  }

  /// With XGBoost's parameters in a record, whose annotations give the search space: `maxDepth` is
  /// `max_depth`.
  public static <P> XGBoostTrainer of(Class<P> type, P parameters) {
    BoosterParameters.of(parameters);
    return new XGBoostTrainer(
        Trainer.of(TrainingLoop.class.getName(), "train", Map.of()),
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

  /// The label column.
  public XGBoostTrainer label(String column) {
    return with(plan.roles(plan.roles().label(column)));
  }

  /// The column with the weight of each row.
  public XGBoostTrainer weight(String column) {
    return roles(roles -> roles.weight(column));
  }

  /// A column that groups rows for ranking: those with equal values are ranked among each other.
  /// Every rank reads all rows, and keeps its own groups.
  public XGBoostTrainer query(String column) {
    return roles(roles -> roles.query(column));
  }

  /// Only these columns are features, in this order; by default all that have no other role.
  public XGBoostTrainer features(String... columns) {
    return roles(roles -> roles.features(columns));
  }

  /// Columns that are not features.
  public XGBoostTrainer ignoring(String... columns) {
    return roles(roles -> roles.ignoring(columns));
  }

  /// Features whose values are categories, without an order; they may be texts or numbers.
  public XGBoostTrainer categorical(String... columns) {
    return roles(roles -> roles.categorical(columns));
  }

  /// A number that stands for a missing value, beside nulls and NaN.
  public XGBoostTrainer missing(double value) {
    return roles(roles -> roles.missing(value));
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

  @Override
  public XGBoostTrainer dataset(String name, Dataset dataset) {
    return new XGBoostTrainer(
        super.dataset(name, dataset).plain(), type, plan.dataset(name, dataset, null));
  }

  @Override
  public XGBoostTrainer dataset(String name, Dataset dataset, DataConfig config) {
    XGBoostTrainer with = super.dataset(name, dataset, config);
    return new XGBoostTrainer(with.plain(), type, plan.dataset(name, dataset, config));
  }

  private XGBoostTrainer roles(UnaryOperator<TableRoles> change) {
    return with(plan.roles(plan.roles().and(change)));
  }

  private XGBoostTrainer with(TrainingPlan other) {
    return new XGBoostTrainer(plain(), type, other);
  }

  @Override
  protected XGBoostTrainer with(Trainer trainer) {
    return new XGBoostTrainer(trainer, type, plan);
  }

  @Override
  protected Trainer prepared(Trainer trainer) {
    Trainer ready =
        withJvmOptions(
                trainer,
                "-D" + XGBoostLibrary.PRELOAD + "=true",
                Table.SMALL_HEAP,
                Table.LATE_COMPILATION)
            .config(plan.settings())
            .configField(TrainingSettings.PARAMETERS, type);
    for (Map.Entry<String, TrainingPlan.Rows> each : plan.wholeDatasets().entrySet()) {
      ready = ready.dataset(each.getKey(), each.getValue().dataset(), DataConfig.whole());
    }
    return ready;
  }
}
