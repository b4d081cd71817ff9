package dev.manta.djl;

import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Block;
import ai.djl.training.EasyTrain;
import ai.djl.training.Trainer;
import ai.djl.training.TrainingConfig;
import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.RandomAccessDataset;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.BatchOptions;
import dev.manta.data.Shard;
import dev.manta.djl.internal.train.DjlSession;
import dev.manta.djl.internal.train.DjlSessions;
import dev.manta.djl.internal.train.Preparation;
import dev.manta.djl.internal.train.RankTrainer;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;

/// DJL for one training function: averages gradients over ranks, keeps model and optimizer as live
/// state, and gives each rank its rows.
///
/// There is one per context; it is used by the function's own thread and ends with it.
public final class Djl {
  private final TrainContext<?> ctx;
  private final DjlSession session;

  private Djl(TrainContext<?> ctx) {
    this.ctx = ctx;
    this.session = DjlSessions.of(ctx);
  }

  /// DJL for this function. Call it before anything of DJL's.
  public static Djl of(TrainContext<?> ctx) {
    return new Djl(ctx);
  }

  /// Loads what a run learned into a block, ready to answer: a model of DJL's, whose
  /// `newPredictor(…)` asks it. Needs no run and no context. Close it.
  ///
  /// @param checkpoint one of a run whose function called [#prepare]
  /// @param inputs as they were given there
  public static Model loadForInference(Checkpoint checkpoint, Block block, Shape... inputs) {
    return Inference.load(checkpoint, block, inputs);
  }

  /// Makes random numbers a function of this seed, the step and the rank. Call it first: models
  /// made afterwards are equal on every rank.
  public Djl seed(long seed) {
    session.seed(seed);
    return this;
  }

  /// The trainer of a model over all ranks, which all have rank 0's first values. Its `step()`
  /// averages gradients by the rows that each rank has trained on, and is the run's commit.
  ///
  /// The model's parameters are live state `model`, and what the optimizer keeps is `optimizer`:
  /// both are restored here where the run resumes. All optimizers of DJL's resume exactly.
  ///
  /// @param inputs the shapes of the model's inputs, as for `trainer.initialize(…)`
  public Trainer prepare(Model model, TrainingConfig config, Shape... inputs) {
    return Preparation.prepare(session, model, config, inputs);
  }

  /// This rank's part of a dataset, `ctx.dataset(name)`, in batches of these columns.
  public BatchLoader loader(Shard shard, BatchOptions options, BatchForm form) {
    return new ShardLoader(session, shard, options, form);
  }

  /// This rank's share of one of DJL's own datasets, in batches of these many rows, such as
  /// `ctx.share(64)`. Call it on every rank.
  public DatasetLoader loader(RandomAccessDataset dataset, int rows) {
    return DatasetLoader.of(session, dataset, rows);
  }

  /// Trains for the epochs that are still to do, as `EasyTrain.fit` does: after each it validates,
  /// and reports [#metrics] with a [#snapshot].
  public void fit(Trainer trainer, int epochs, BatchLoader train, BatchLoader validate) {
    for (int epoch : ctx.epochs(epochs)) {
      for (Batch batch : train.epoch(epoch)) {
        EasyTrain.trainBatch(trainer, batch);
        trainer.step();
      }
      for (Batch batch : validate.epoch(0)) {
        EasyTrain.validateBatch(trainer, batch);
      }
      trainer.notifyListeners(listener -> listener.onEpoch(trainer));
      Metrics metrics = metrics(trainer).with("epoch", epoch).with("epochs", epochs);
      ctx.report(metrics, snapshot());
    }
  }

  /// The means of loss and evaluators since the last call, over the rows of all ranks, which all
  /// call it: `train_loss` and `train_accuracy` of what `EasyTrain.trainBatch` has seen, `loss` and
  /// `accuracy` of what `EasyTrain.validateBatch` has.
  public Metrics metrics(Trainer trainer) {
    if (!(trainer instanceof RankTrainer mine)) {
      throw new IllegalArgumentException(
          "this trainer sees only the rows of its own rank: make it with djl.prepare(model, config,"
              + " shapes)");
    }
    return mine.means().take(mine, ctx.collectives());
  }

  /// A checkpoint of all live state that DJL itself can read too: beside `model.safetensors` it has
  /// the `.params` file of the model that was prepared last. Call it on every rank, after the step.
  public Checkpoint snapshot() {
    Checkpoint snapshot = ctx.snapshot();
    if (ctx.rank() == 0) {
      Inference.save(session.latest().getModel(), snapshot);
    }
    return snapshot;
  }
}
