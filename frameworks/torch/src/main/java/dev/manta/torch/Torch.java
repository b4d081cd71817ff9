package dev.manta.torch;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.Batch;
import dev.manta.data.BatchOptions;
import dev.manta.data.Batches;
import dev.manta.data.Shard;
import dev.manta.torch.data.ColumnTensors;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.ShardBatches;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorColumn;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.Devices;
import dev.manta.torch.internal.Lifetime;
import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.TwiceOwned;
import dev.manta.torch.internal.cuda.Cuda;
import dev.manta.torch.internal.ddp.Autocast;
import dev.manta.torch.internal.ddp.Prepared;
import dev.manta.torch.internal.ddp.RankAudience;
import dev.manta.torch.internal.ddp.TorchSession;
import dev.manta.torch.internal.ddp.TorchSessions;
import dev.manta.torch.internal.flat.Identity;
import dev.manta.torch.nn.BatchNorm;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// PyTorch for one training function: puts models and data in place, averages gradients over ranks,
/// and frees native memory step by step.
///
/// There is one per context; it is used by the function's own thread and ends with it.
public final class Torch {
  private final TrainContext<?> ctx;
  private final TorchSession session;
  private final Device device;
  private final Prepared prepared;

  private Torch(TrainContext<?> ctx) {
    this.ctx = ctx;
    this.session = TorchSessions.of(ctx);
    this.device = Devices.named(ctx.device());
    this.prepared = session.prepared(() -> new Prepared(ctx, session));
  }

  /// PyTorch for this function.
  public static Torch of(TrainContext<?> ctx) {
    return new Torch(ctx);
  }

  /// Loads what a run learned into a model, ready to answer: in evaluation mode, not trained
  /// further. Needs no run and no context.
  ///
  /// @param checkpoint one whose function called `ctx.live("model", model)`, or that a
  ///   [dev.manta.torch.io.TorchCheckpoint] wrote
  public static <M extends Module> M loadForInference(Checkpoint checkpoint, M model) {
    return Inference.load(checkpoint, "model", model);
  }

  /// The same from a `.safetensors` file, or a `.pt` file with a plain state dict.
  public static <M extends Module> M loadForInference(Path file, M model) {
    return Inference.load(file, model);
  }

  /// Something to close at the end of a block.
  @FunctionalInterface
  public interface Scope extends AutoCloseable {
    @Override
    void close();
  }

  /// Where this rank computes.
  public Device device() {
    return device;
  }

  /// Makes random numbers a function of this seed, the step and the rank. Call it first: models
  /// made afterwards are equal on every rank.
  public Torch seed(long seed) {
    session.seed(seed);
    return this;
  }

  /// Makes what is learned the same, bit for bit, with any number of workers, and when it changes:
  /// the rows of a step are shared out over so many lanes, which are computed one by one and summed
  /// up in a tree of fixed form. Call it before anything is prepared, use loaders
  /// [DataLoader#acrossRanks], and compute gradients by [#backward(TensorBatch, Function)]. Every
  /// worker computes with one thread; on a GPU operators that cannot repeat their bits are refused.
  ///
  /// @param lanes a power of two, at least as many as the run may have workers
  public Torch exact(int lanes) {
    prepared.exact(lanes);
    Natives.threads(1);
    if (device.is_cuda()) {
      Cuda.repeatable();
    }
    return this;
  }

  /// What averages gradients; [Backend#MANTA] unless chosen here or by `MANTA_TORCH_BACKEND`,
  /// before anything is prepared.
  public Torch backend(Backend backend) {
    prepared.choose(backend);
    return this;
  }

  /// What averages gradients.
  public Backend backend() {
    return prepared.backend();
  }

  /// Puts a model on the device and gives every rank rank 0's values. From then on the prepared
  /// optimizer's step averages its gradients. What is frozen now stays out of it.
  public <M extends Module> M prepare(M model) {
    requireNoBatchNorm(model);
    model.to(device);
    prepared.model(model.parameters(), List.copyOf(model.namedBuffers().values()));
    model.changesOnlyInCommits(() -> prepared.commitsChange(model.parameters()));
    return model;
  }

  /// What a batch norm learns from each batch it sees depends on how many ranks there are.
  private void requireNoBatchNorm(Module model) {
    if (prepared.lanes() > 0 && model instanceof BatchNorm && model.isTraining()) {
      throw new IllegalArgumentException(
          "a batch norm cannot be trained in exact mode, as its running means depend on the number"
              + " of workers: use GroupNorm or LayerNorm, or freeze it by eval()");
    }
    model.children().values().forEach(this::requireNoBatchNorm);
  }

  /// A model of JavaCPP's own kind, in the same way. Its optimizer is one of Manta's: `new
  /// SGD(List.of(model.parameters().get()), 0.1)`.
  public <M extends org.bytedeco.pytorch.Module> M prepare(M model) {
    TwiceOwned.hold(model);
    model.to(device, false);
    prepared.model(kept(model.parameters()), kept(model.buffers()));
    return model;
  }

  /// The tensors inside a list of JavaCPP's, each once; they stay when the list is freed.
  private static List<Tensor> kept(TensorVector tensors) {
    var known = new HashSet<Identity>();
    return Stream.of(tensors.get())
        .filter(tensor -> known.add(Identity.of(tensor)))
        .map(Lifetime::keepTensor)
        .toList();
  }

  /// Makes the optimizer's step the commit: gradients are averaged before it, and the step's native
  /// memory is freed after the next. Prepare its model first.
  public <O extends Optimizer> O prepare(O optimizer) {
    prepared.optimizer(optimizer);
    return optimizer;
  }

  /// Gives this rank its share of every batch, on its device. Ranks without rows get batches of
  /// none, so that all make the same steps.
  public DataLoader prepare(DataLoader loader) {
    return loader.as(new RankAudience(ctx, session, device, prepared.lanes()));
  }

  /// The next pass over this rank's part of a dataset, `ctx.dataset(name)`, as tensors on its
  /// device: one for each of these columns, over the rows' own memory where that is the host's.
  /// Ranks without rows get batches of none.
  public Batches<TensorBatch> batches(Shard shard, BatchOptions options, String... columns) {
    List<String> names = List.of(columns);
    return batches(shard, options, batch -> ColumnTensors.of(batch, names));
  }

  /// The same with columns of the type and shape that the model wants: `TensorColumn.of("label")
  /// .as(ScalarType.Long)`.
  public Batches<TensorBatch> batches(
      Shard shard, BatchOptions options, TensorColumn first, TensorColumn... others) {
    List<TensorColumn> columns = Stream.concat(Stream.of(first), Stream.of(others)).toList();
    return batches(
        shard, options, batch -> columns.stream().map(column -> column.of(batch)).toList());
  }

  /// The same with tensors made of a batch by a function, as Python's `collate_fn` does. Rows are
  /// in the first dimension of each; a rank without rows gets a batch of others' rows and calls it
  /// too.
  public Batches<TensorBatch> batches(
      Shard shard, BatchOptions options, Function<Batch, List<Tensor>> collate) {
    if (prepared.lanes() > 0) {
      throw new IllegalStateException(
          "exact mode needs steps that do not depend on the number of workers, which datasets do"
              + " not give: use a DataLoader");
    }
    var rank = new RankAudience(ctx, session, device, 0);
    return new ShardBatches(
        shard.batches(options),
        collate,
        new ShardBatches.Listener() {
          @Override
          public Tensor move(Tensor tensor) {
            return rank.move(tensor);
          }

          @Override
          public void handOut(long rows) {
            session.batch(shard, rows);
          }

          @Override
          public void ended() {
            rank.ended();
          }
        });
  }

  /// Takes the statistics of every batch norm below a model over the batches of all ranks. Call it
  /// before the model is prepared.
  public <M extends Module> M syncBatchNorm(M model) {
    prepared.syncBatchNorm(model);
    return model;
  }

  /// Computes gradients, as `loss.backward()` does; backends of PyTorch's own need it said here.
  public void backward(Tensor loss) {
    prepared.backward(Lifetime.alive(loss, "the loss"));
  }

  /// Computes the gradients of a batch and returns its loss. In exact mode the loss is asked for
  /// one lane's rows at a time, else for the whole batch.
  ///
  /// @param loss the mean over the rows that it is given
  public double backward(TensorBatch batch, Function<TensorBatch, Tensor> loss) {
    return prepared.backward(batch, loss);
  }

  /// Until it is closed gradients stay this rank's own: to add up those of several batches.
  public Scope noSync() {
    session.pause();
    return session::resume;
  }

  /// Scales the averaged gradients down so that their norm is at most this, and returns what it
  /// was. Call it between backward and the optimizer's step.
  public double clipGradNorm(Optimizer optimizer, double normMax) {
    return prepared.clip(optimizer, normMax);
  }

  /// Until it is closed operators that can do so compute in bfloat16.
  public Scope autocast() {
    return autocast(ScalarType.BFloat16);
  }

  /// The same in another type. `ScalarType.Half` needs a [dev.manta.torch.optim.GradScaler], as
  /// small gradients are 0 in it.
  public Scope autocast(ScalarType type) {
    return Autocast.of(device, type)::close;
  }

  /// Keeps a tensor beyond the end of its step.
  public Tensor keep(Tensor tensor) {
    return Lifetime.keepTensor(Lifetime.alive(tensor, "the tensor to keep"));
  }

  /// Means over the rows of all ranks.
  public Tally tally() {
    return new Tally(ctx);
  }

  /// Goes over a prepared loader in evaluation mode, without gradients, and returns the means of
  /// what is tallied, over all ranks.
  public Metrics evaluate(Module model, DataLoader loader, BiConsumer<TensorBatch, Tally> each) {
    return evaluate(model, loader.epoch(0), each);
  }

  /// The same over a pass of a dataset, `torch.batches(ctx.dataset("test"), …)`, which it closes.
  public Metrics evaluate(
      Module model, Batches<TensorBatch> pass, BiConsumer<TensorBatch, Tally> each) {
    try (pass) {
      return evaluate(model, (Iterable<TensorBatch>) pass, each);
    }
  }

  private Metrics evaluate(
      Module model, Iterable<TensorBatch> batches, BiConsumer<TensorBatch, Tally> each) {
    Tally tally = tally();
    boolean training = model.isTraining();
    model.eval();
    try (var _ = new NoGradGuard()) {
      batches.forEach(batch -> each.accept(batch, tally));
    } finally {
      if (training) {
        model.train();
      }
    }
    return tally.metrics();
  }
}
