package dev.manta.lightgbm;

import dev.manta.Trainer;
import dev.manta.lightgbm.internal.metric.MetricNames;
import dev.manta.lightgbm.internal.run.LightGBMSettings;
import dev.manta.lightgbm.internal.run.LightGBMSettings.EarlyStopping;
import dev.manta.lightgbm.internal.run.LightGBMTraining;
import dev.manta.lightgbm.internal.run.RunParameters;
import dev.manta.spi.json.Bind;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableTrainer;
import dev.manta.tabular.TrainingTables;
import dev.manta.train.Order;
import dev.manta.train.RunConfig;
import java.util.List;
import java.util.Optional;

/// Trains a model of LightGBM on all workers of a run: each has its share of the rows, and all grow
/// the same trees. Immutable; nothing happens before [#fit].
///
/// The model learns from the dataset `train`; every other one is a validation set, which is scored
/// after each round. Each round reports the metrics of all datasets, such as `train-auc`.
/// Checkpoints are read by [LightGBMModel].
public final class LightGBMTrainer extends TableTrainer<LightGBMTrainer> {
  private static final int ROUNDS = 100;

  private final Class<?> type;
  private final LightGBMSettings settings;

  private LightGBMTrainer(
      Trainer trainer, TrainingTables tables, Class<?> type, LightGBMSettings settings) {
    super(trainer, tables);
    this.type = type;
    this.settings = settings;
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
        Trainer.of(LightGBMTraining::train, settings), TrainingTables.none(), type, settings);
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

  private LightGBMTrainer settings(LightGBMSettings changed) {
    return new LightGBMTrainer(plain(), tables(), type, changed);
  }

  @Override
  protected LightGBMTrainer with(Trainer trainer, TrainingTables tables) {
    return new LightGBMTrainer(trainer, tables, type, settings);
  }

  @Override
  protected Trainer prepared(Trainer trainer) {
    List<String> validation = tables().validation();
    if (settings.earlyStopping().filter(each -> each.metric().isEmpty()).isPresent()) {
      tables().requireValidation();
    }
    return tables()
        .wholeWhereGrouped(withJvmOptions(trainer, Table.SMALL_HEAP, Table.QUICK_COMPILER))
        .config(settings.data(tables().roles(), validation))
        .run(this::scored)
        .configField("parameters", type);
  }

  /// Ranks checkpoints by the metric of early stopping, or else by the first metric of the first
  /// dataset that is scored, unless the run says another one.
  private RunConfig scored(RunConfig run) {
    String key =
        settings
            .earlyStopping()
            .flatMap(EarlyStopping::metric)
            .orElseGet(
                () -> tables().scoredDataset() + "-" + RunParameters.first(settings.parameters()));
    boolean more = MetricNames.isHigherBetter(key.replaceFirst(".*-", ""));
    return ranked(run, key, more ? Order.MAX : Order.MIN);
  }
}
