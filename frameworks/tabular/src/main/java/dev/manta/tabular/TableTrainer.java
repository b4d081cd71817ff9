package dev.manta.tabular;

import dev.manta.LibraryTrainer;
import dev.manta.Trainer;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import java.util.function.UnaryOperator;

/// What trainers of libraries that learn from tables have in common: datasets, and the roles of
/// their columns. Immutable; nothing happens before [#fit].
///
/// @param <T> the trainer itself
public abstract class TableTrainer<T extends TableTrainer<T>> extends LibraryTrainer<T> {
  private final TrainingTables tables;

  /// Over a plain trainer, and the tables that it was given.
  protected TableTrainer(Trainer trainer, TrainingTables tables) {
    super(trainer);
    this.tables = tables;
  }

  /// The tables that it was given.
  protected final TrainingTables tables() {
    return tables;
  }

  /// The same settings of the library over another plain trainer and other tables.
  protected abstract T with(Trainer trainer, TrainingTables tables);

  @Override
  protected final T with(Trainer trainer) {
    return with(trainer, tables);
  }

  /// The run with checkpoints ranked by a metric, unless it says another one.
  ///
  /// @param metric as reports name it, such as `valid-auc`
  protected static RunConfig ranked(RunConfig run, String metric, Order order) {
    CheckpointConfig checkpoints = run.checkpoints();
    return checkpoints.score().isPresent()
        ? run
        : run.checkpoints(checkpoints.scoreBy(metric, order));
  }

  /// The label column: numbers, or classes counted from 0.
  public T label(String column) {
    return with(plain(), tables.label(column));
  }

  /// The column with the weight of each row.
  public T weight(String column) {
    return roles(roles -> roles.weight(column));
  }

  /// A column that groups rows for ranking: those with equal values are ranked among each other.
  /// Every rank reads all rows, and keeps its own groups.
  public T query(String column) {
    return roles(roles -> roles.query(column));
  }

  /// Only these columns are features, in this order; by default all that have no other role.
  public T features(String... columns) {
    return roles(roles -> roles.features(columns));
  }

  /// Columns that are not features.
  public T ignoring(String... columns) {
    return roles(roles -> roles.ignoring(columns));
  }

  /// Features whose values are categories, without an order; they may be texts or numbers.
  public T categorical(String... columns) {
    return roles(roles -> roles.categorical(columns));
  }

  /// A number that stands for a missing value, beside nulls and NaN.
  public T missing(double value) {
    return roles(roles -> roles.missing(value));
  }

  private T roles(UnaryOperator<TableRoles> change) {
    return with(plain(), tables.roles(change));
  }

  /// A dataset, split over the ranks. The model learns from `train`; every other one is a
  /// validation set, which is scored after each round.
  @Override
  public T dataset(String name, Dataset dataset) {
    return with(plain().dataset(name, dataset), tables.split(name, dataset));
  }

  /// The same, split as the config says.
  @Override
  public T dataset(String name, Dataset dataset, DataConfig config) {
    return with(plain().dataset(name, dataset, config), tables.configured(name));
  }
}
