package dev.manta.torch.internal.ddp;

import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import dev.manta.train.TrainContext;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.BoolVector;
import org.bytedeco.pytorch.Logger;
import org.bytedeco.pytorch.LoggerOptional;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.Reducer;
import org.bytedeco.pytorch.SizeTStringMap;
import org.bytedeco.pytorch.SizeTVector;
import org.bytedeco.pytorch.SizeTVectorVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/// Averages gradients by PyTorch's own reducer: buckets, hooks and overlap are those of
/// `DistributedDataParallel`.
final class ReducerMean implements Averaging, AutoCloseable {
  private static final long FIRST_BUCKET_BYTES = 1 << 20;
  private static final long BUCKET_BYTES = 25 << 20;

  private final TrainContext<?> ctx;
  private final Replica replica;
  private final BooleanSupplier paused;
  private final TorchGroup group;
  private final Reducer reducer;
  private final Watch watch;
  private boolean reduced;

  ReducerMean(TrainContext<?> ctx, Replica replica, BooleanSupplier paused, Backend backend) {
    this.ctx = ctx;
    this.replica = replica;
    this.paused = paused;
    this.group = TorchGroup.open(ctx, backend);
    this.reducer = reducer(parameters(replica));
    reducer.retainReference();
    giveLogger(reducer);
    this.watch = Watch.over(ctx.collectives(), group::disconnect);
  }

  private static TensorVector parameters(Replica replica) {
    var all = new TensorVector();
    for (FlatBlock block : replica.trained()) {
      block.members().forEach(all::push_back);
    }
    return all;
  }

  /// Buckets in the order in which backward comes by them: the last parameters first.
  private Reducer reducer(TensorVector parameters) {
    var dense = new BoolVector(new boolean[(int) parameters.size()]);
    var sizes = new SizeTVector(FIRST_BUCKET_BYTES, BUCKET_BYTES);
    SizeTVectorVector forward =
        torch
            .compute_bucket_assignment_by_size(
                parameters, sizes, dense, new LongVector(), new LoggerOptional())
            .get0();
    var backward = new SizeTVectorVector(forward.size());
    for (long i = 0; i < forward.size(); i++) {
      backward.put(i, forward.get(forward.size() - 1 - i));
    }
    return new Reducer(
        parameters,
        backward,
        group.processGroup(),
        dense,
        BUCKET_BYTES,
        true,
        false,
        new SizeTStringMap(),
        FIRST_BUCKET_BYTES,
        false,
        false);
  }

  /// A reducer tells its logger, without asking whether it has one, when other parameters are
  /// unused than in the step before. A logger that ends frees its reducer, which is Java's to free:
  /// so these few bytes stay.
  private static void giveLogger(Reducer reducer) {
    var logger = new Logger(reducer);
    reducer.set_logger(logger);
    logger.deallocate(false);
  }

  @Override
  public void beforeBackward(Tensor loss) {
    if (paused.getAsBoolean()) {
      return;
    }
    reducer.rebuild_buckets();
    reducer.prepare_for_forward();
    reducer.prepare_for_backward(new TensorVector(loss));
    reduced = true;
  }

  @Override
  public RuntimeException explain(RuntimeException error) {
    return watch.explain(error);
  }

  @Override
  public void average() {
    if (paused.getAsBoolean()) {
      return;
    }
    if (!reduced) {
      throw new IllegalStateException(
          "this backend averages during backward: call torch.backward(loss) instead of"
              + " loss.backward()");
    }
    replica.broadcastBuffers(ctx.collectives());
  }

  @Override
  public boolean isFlat() {
    return false;
  }

  @Override
  public Tensor gradients(FlatBlock block) {
    throw new IllegalStateException("PyTorch's reducer keeps gradients in buckets of its own");
  }

  @Override
  public List<FlatBlock> blocks() {
    return replica.trained();
  }

  @Override
  public void used() {
    reduced = false;
  }

  @Override
  public void close() {
    watch.close();
    reducer.close();
    group.close();
  }
}
