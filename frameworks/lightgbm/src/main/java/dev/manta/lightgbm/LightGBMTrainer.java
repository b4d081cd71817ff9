package dev.manta.lightgbm;

import dev.manta.LibraryTrainer;
import dev.manta.Trainer;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.lightgbm.internal.metric.MetricNames;
import dev.manta.lightgbm.internal.run.LightGBMSettings;
import dev.manta.lightgbm.internal.run.LightGBMSettings.EarlyStopping;
import dev.manta.lightgbm.internal.run.LightGBMTraining;
import dev.manta.lightgbm.internal.run.RunParameters;
import dev.manta.spi.json.Bind;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableRoles;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// Trains a model of LightGBM on all workers of a run: each has its share of the rows, and all grow
/// the same trees. Immutable; nothing happens before [#fit].
///
/// The model learns from the dataset `train`; every other one is a validation set, which is scored
/// after each round. Each round reports the metrics of all datasets, such as `train-auc`.
/// Checkpoints are read by [LightGBMModel].
public final class LightGBMTrainer extends LibraryTrainer<LightGBMTrainer> {
  private static final int ROUNDS = 100;
  private static final String TRAIN = "train";

  private final Class<?> type;
  private final LightGBMSettings settings;
  private final Columns columns;
  private final Map<String, Rows> datasets;

  /// What was said of columns so far, in any order.
  private record Columns(Optional<String> label, UnaryOperator<TableRoles> others) {
    Columns {
      Objects.requireNonNull(label.map(TableRoles::label).map(others));
    }

    Columns and(UnaryOperator<TableRoles> change) {
      return new Columns(label, before -> change.apply(others.apply(before)));
    }

    TableRoles roles() {
      return others.apply(
          TableRoles.label(
              label.orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "no column is learned yet: name it with label(\"column\")"))));
    }
  }

  /// A dataset, and how ranks share it where that was said.
  private record Rows(Dataset dataset, Optional<DataConfig> config) {
    Trainer addTo(Trainer trainer, String name, DataConfig usual) {
      return trainer.dataset(name, dataset, config.orElse(usual));
    }
  }

  private LightGBMTrainer(
      Trainer trainer,
      Class<?> type,
      LightGBMSettings settings,
      Columns columns,
      Map<String, Rows> datasets) {
    super(trainer);
    this.type = type;
    this.settings = settings;
    this.columns = columns;
    this.datasets = datasets;
  }

  /// With LightGBM's parameters in a record or a map: `numLeaves` is `num_leaves`.
  ///
  /// @throws IllegalArgumentException for a parameter that LightGBM does not have, or that this
  ///   trainer sets itself
  public static LightGBMTrainer of(Object parameters) {
    return of(parameters.getClass(), parameters);
  }

  /// The same for a record of this type, whose annotations give the search space.
  public static <P> LightGBMTrainer of(Class<? extends P> type, P parameters) {
    LightGBMSettings settings = LightGBMSettings.of(Bind.write(parameters), ROUNDS);
    RunParameters.ofUser(settings.parameters());
    return new LightGBMTrainer(
        Trainer.of(LightGBMTraining::train, settings),
        type,
        settings,
        new Columns(Optional.empty(), UnaryOperator.identity()),
        Map.of());
  }

  /// The label column: numbers, or classes counted from 0.
  public LightGBMTrainer label(String column) {
    return columns(new Columns(Optional.of(column), columns.others()));
  }

  /// The column with the weight of each row.
  public LightGBMTrainer weight(String column) {
    return columns(columns.and(roles -> roles.weight(column)));
  }

  /// A column that groups rows for ranking: those with equal values are ranked among each other.
  /// Every rank reads all rows, and keeps its own groups.
  public LightGBMTrainer query(String column) {
    return columns(columns.and(roles -> roles.query(column)));
  }

  /// Only these columns are features, in this order; by default all that have no other role.
  public LightGBMTrainer features(String... names) {
    return columns(columns.and(roles -> roles.features(names)));
  }

  /// Columns that are not features.
  public LightGBMTrainer ignoring(String... names) {
    return columns(columns.and(roles -> roles.ignoring(names)));
  }

  /// Features whose values are categories, without an order; they may be texts or numbers.
  public LightGBMTrainer categorical(String... names) {
    return columns(columns.and(roles -> roles.categorical(names)));
  }

  /// A number that stands for a missing value, beside nulls and NaN.
  public LightGBMTrainer missing(double value) {
    return columns(columns.and(roles -> roles.missing(value)));
  }

  /// The number of boosting rounds; 100 by default. A round is a tree, or one for each class where
  /// there are more than two.
  public LightGBMTrainer rounds(int count) {
    return settings(settings.rounds(count));
  }

  /// Stops when a metric of a validation set has not improved for so many rounds. The last
  /// checkpoint then has the rounds up to the best one.
  public LightGBMTrainer earlyStopping(int rounds) {
    return earlyStopping(rounds, Optional.empty());
  }

  /// The same with a metric as reports name it, such as `valid-auc`, which alone is watched.
  public LightGBMTrainer earlyStopping(int rounds, String metric) {
    return earlyStopping(rounds, Optional.of(metric));
  }

  private LightGBMTrainer earlyStopping(int rounds, Optional<String> metric) {
    return settings(settings.earlyStopping(new EarlyStopping(rounds, metric)));
  }

  /// Stores a checkpoint after every so many rounds, and at the end. By default only at the end: a
  /// killed rank needs none, as the others hold the model.
  public LightGBMTrainer checkpointEvery(int rounds) {
    return settings(settings.checkpointEvery(rounds));
  }

  /// How many bytes of memory a rank's rows may take; the rest is kept on disk. By default half of
  /// the machine's memory, shared by the ranks on it.
  public LightGBMTrainer memory(long bytes) {
    return settings(settings.memory(bytes));
  }

  /// A dataset: the model learns from `train`; others are validation sets.
  @Override
  public LightGBMTrainer dataset(String name, Dataset dataset) {
    return dataset(name, new Rows(dataset, Optional.empty()));
  }

  /// A dataset, and how ranks share it.
  @Override
  public LightGBMTrainer dataset(String name, Dataset dataset, DataConfig config) {
    return dataset(name, new Rows(dataset, Optional.of(config)));
  }

  private LightGBMTrainer dataset(String name, Rows rows) {
    Map<String, Rows> more = new LinkedHashMap<>(datasets);
    more.put(name, rows);
    rows.addTo(plain(), name, DataConfig.split());
    return new LightGBMTrainer(plain(), type, settings, columns, more);
  }

  private LightGBMTrainer columns(Columns changed) {
    return new LightGBMTrainer(plain(), type, settings, changed, datasets);
  }

  private LightGBMTrainer settings(LightGBMSettings changed) {
    return new LightGBMTrainer(plain(), type, changed, columns, datasets);
  }

  @Override
  protected LightGBMTrainer with(Trainer trainer) {
    return new LightGBMTrainer(trainer, type, settings, columns, datasets);
  }

  /// Rows that are ranked among each other must come together, so that every rank sees all.
  @Override
  protected Trainer prepared(Trainer trainer) {
    requireTrain();
    TableRoles roles = columns.roles();
    DataConfig usual = roles.query().isPresent() ? DataConfig.whole() : DataConfig.split();
    Trainer ready =
        withJvmOptions(trainer, Table.SMALL_HEAP, Table.LATE_COMPILATION)
            .config(settings.data(roles, validation()));
    for (Map.Entry<String, Rows> each : datasets.entrySet()) {
      ready = each.getValue().addTo(ready, each.getKey(), usual);
    }
    return ready.run(this::scored).configField("parameters", type);
  }

  /// Ranks checkpoints by the metric of early stopping, or else by the first metric of the first
  /// dataset that is scored, unless the run says another one.
  private RunConfig scored(RunConfig run) {
    if (run.checkpoints().score().isPresent()) {
      return run;
    }
    String first = validation().stream().findFirst().orElse(TRAIN) + "-";
    String key =
        settings
            .earlyStopping()
            .flatMap(EarlyStopping::metric)
            .orElse(first + RunParameters.first(settings.parameters()));
    Order order = MetricNames.isMoreBetter(key.replaceFirst(".*-", "")) ? Order.MAX : Order.MIN;
    return run.checkpoints(run.checkpoints().scoreBy(key, order));
  }

  private void requireTrain() {
    if (!datasets.containsKey(TRAIN)) {
      throw new IllegalArgumentException(
          "there is no dataset \"train\" to learn from%s; add it with dataset(\"train\", …)"
              .formatted(
                  datasets.isEmpty() ? "" : ", only " + String.join(", ", datasets.keySet())));
    }
    if (settings.earlyStopping().filter(each -> each.metric().isEmpty()).isPresent()
        && validation().isEmpty()) {
      throw new IllegalArgumentException(
          "early stopping watches another dataset than \"train\"; add one with dataset(\"valid\","
              + " …)");
    }
  }

  private List<String> validation() {
    return datasets.keySet().stream().filter(name -> !name.equals(TRAIN)).toList();
  }
}
