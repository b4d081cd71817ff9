package dev.manta.lightgbm;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.lightgbm.internal.run.GrowingModel;
import dev.manta.tabular.Table;
import dev.manta.train.Metrics;
import java.util.Objects;

/// A model that all ranks grow together, each by its own rows. Every rank makes the same calls.
public final class LightGBMBooster {
  private final GrowingModel model;

  LightGBMBooster(GrowingModel model) {
    this.model = model;
  }

  /// How many rounds it has grown, those before a failure included.
  public int rounds() {
    return model.rounds();
  }

  /// Grows one more round; false where no leaf can be split any more.
  public boolean update() {
    return model.grow();
  }

  /// The same by a loss of one's own, of which each rank gets its rows.
  public boolean update(Objective objective) {
    return model.grow(objective::differentiate);
  }

  /// LightGBM's metrics over the rows of all ranks, by names such as `valid-auc`.
  public Metrics metrics() {
    return Metrics.of(model.metrics());
  }

  /// What the model predicts for each of this rank's rows of a dataset: the raw score where the
  /// objective is `none`, else the prediction. For metrics of one's own.
  public double[] scores(String dataset) {
    return model.scores(dataset);
  }

  /// This rank's rows of a dataset: labels, weights, features.
  public Table table(String dataset) {
    return Objects.requireNonNull(
        model.tables().all().get(dataset), () -> "there is no dataset " + dataset);
  }

  /// A checkpoint to report, after a check that all ranks have the same model.
  public Checkpoint checkpoint() {
    return model.checkpoint();
  }

  /// The model as it is now.
  public LightGBMModel model() {
    return LightGBMModel.of(model.text(), model.tables().schema());
  }
}
