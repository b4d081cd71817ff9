package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.collective.Member;
import dev.manta.collective.Op;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.flat.Averaging;
import dev.manta.torch.internal.flat.FlatBlock;
import dev.manta.torch.internal.flat.Identity;
import dev.manta.torch.internal.flat.Memory;
import dev.manta.torch.nn.BatchNorm;
import dev.manta.torch.nn.Module;
import dev.manta.torch.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// The models and optimizers of one training function, and how their gradients are averaged.
public final class Prepared {
  private static final String VARIABLE = "MANTA_TORCH_BACKEND";
  private static final String BUCKETS = "MANTA_TORCH_BUCKET_BYTES";
  private static final long BUCKET_BYTES = 8 << 20;

  private final TrainContext<?> ctx;
  private final TorchSession session;
  private final List<Averaging> models = new ArrayList<>();
  private final Set<Identity> trained = new HashSet<>();
  private final List<UnusedGradients> unused = new ArrayList<>();
  private Backend backend = chosenAround();
  private int lanes;
  private @Nullable LaneMean exact;

  public Prepared(TrainContext<?> ctx, TorchSession session) {
    this.ctx = ctx;
    this.session = session;
  }

  private static Backend chosenAround() {
    String name = System.getenv(VARIABLE);
    return name == null ? Backend.MANTA : Backend.valueOf(name.toUpperCase(Locale.ROOT));
  }

  public void choose(Backend choice) {
    if (!models.isEmpty()) {
      throw new IllegalStateException("choose the backend before the first model is prepared");
    }
    backend = choice;
  }

  public Backend backend() {
    return backend;
  }

  /// Computes lane by lane from now on.
  public void exact(int count) {
    if (!models.isEmpty()) {
      throw new IllegalStateException("choose exact mode before the first model is prepared");
    }
    if (Integer.bitCount(count) != 1 || count < ctx.worldSize()) {
      throw new IllegalArgumentException(
          "exact mode needs a power of two of lanes, and at least one per worker; not %s lanes for %s"
              .formatted(count, ctx.worldSize()));
    }
    lanes = count;
  }

  /// How many lanes exact mode has; 0 without it.
  public int lanes() {
    return lanes;
  }

  /// Lays out and spreads a model; without other ranks nothing is to be averaged, unless PyTorch's
  /// reducer is asked for.
  public void model(List<Tensor> parameters, List<Tensor> buffers) {
    if (ctx.worldSize() == 1 && backend == Backend.MANTA && lanes == 0) {
      return;
    }
    Collectives group = ctx.collectives();
    Replica replica = Replica.of(parameters, buffers);
    replica.broadcast(group);
    models.add(averaging(group, replica));
  }

  private Averaging averaging(Collectives group, Replica replica) {
    if (lanes > 0) {
      return byLanes(group, replica);
    }
    say("gradients are averaged by " + backend + ", " + group.size() + " ranks, " + hosts(group));
    return switch (backend) {
      case MANTA -> byManta(group, replica);
      case GLOO, NCCL -> session.own(new ReducerMean(ctx, replica, session::isPaused, backend));
    };
  }

  private Averaging byLanes(Collectives group, Replica replica) {
    if (exact != null || backend != Backend.MANTA) {
      throw new IllegalStateException(
          "exact mode has one prepared model, and Manta's own backend; make one module of several"
              + " models");
    }
    say("gradients are summed over " + lanes + " lanes, " + group.size() + " ranks");
    exact = session.own(new LaneMean(group, replica, session.weights(), session::isPaused, lanes));
    return exact;
  }

  /// On a GPU backward runs on threads of its own, which collectives are not for.
  private Averaging byManta(Collectives group, Replica replica) {
    String buckets = System.getenv(BUCKETS);
    boolean onHost = replica.trained().stream().allMatch(b -> b.values().device().is_cpu());
    if (onHost && (buckets != null || hostCount(group) > 1)) {
      long bytes = buckets == null ? BUCKET_BYTES : Long.parseLong(buckets);
      return session.own(
          new OverlappedMean(group, replica, session.weights(), session::isPaused, bytes));
    }
    return session.own(new GradientMean(group, replica, session.weights(), session::isPaused));
  }

  private static String hosts(Collectives group) {
    long hosts = hostCount(group);
    return hosts == 1 ? "one host" : hosts + " hosts";
  }

  private static long hostCount(Collectives group) {
    return group.membership().members().stream().map(Member::host).distinct().count();
  }

  private void say(String text) {
    if (ctx.rank() == 0) {
      ctx.logger().log(System.Logger.Level.INFO, "torch: " + text);
    }
  }

  public void optimizer(Optimizer optimizer) {
    Averaging by = of(optimizer);
    if (by == null && ctx.worldSize() > 1) {
      throw new IllegalStateException(
          "none of this optimizer's parameters is of a prepared model; call torch.prepare(model)"
              + " before torch.prepare(optimizer), and make the optimizer of that model's"
              + " parameters");
    }
    if (by != null) {
      requireCovered(optimizer, by);
    }
    int number = session.optimizerPrepared();
    trained.addAll(Identity.of(optimizer.parameters()));
    optimizer.attach(by, session);
    var left = new UnusedGradients(optimizer.parameters(), session.weights());
    unused.add(left);
    ctx.live("manta.torch.gradients-" + number, left);
  }

  /// An update was made.
  public void stepped() {
    unused.forEach(UnusedGradients::drop);
  }

  /// Whether these change only in steps that are commits.
  public boolean commitsChange(List<Tensor> parameters) {
    return session.inPlace()
        && parameters.stream()
            .allMatch(each -> !each.requires_grad() || trained.contains(Identity.of(each)));
  }

  private static void requireCovered(Optimizer optimizer, Averaging by) {
    Set<Identity> covered = new HashSet<>();
    by.blocks().forEach(block -> covered.addAll(Identity.of(block.members())));
    for (Tensor parameter : optimizer.parameters()) {
      if (parameter.requires_grad() && !covered.contains(Identity.of(parameter))) {
        throw new IllegalArgumentException(
            "a parameter of this optimizer is not of the same prepared model as the others, or was"
                + " frozen when that was prepared; make one module of several models, and freeze"
                + " and thaw before torch.prepare(model)");
      }
    }
  }

  private @Nullable Averaging of(Optimizer optimizer) {
    Set<Identity> parameters = Identity.of(optimizer.parameters());
    for (Averaging each : models) {
      for (FlatBlock block : each.blocks()) {
        if (Identity.of(block.members()).stream().anyMatch(parameters::contains)) {
          return each;
        }
      }
    }
    return null;
  }

  public double clip(Optimizer optimizer, double normMax) {
    return Clipping.clip(optimizer.parameters(), of(optimizer), normMax);
  }

  /// Computes the gradients of a batch and returns its loss, the mean over this rank's rows.
  public double backward(TensorBatch batch, Function<TensorBatch, Tensor> loss) {
    if (exact != null) {
      return byLane(exact, batch, loss);
    }
    Tensor value = loss.apply(batch);
    backward(value);
    return value.item_double();
  }

  private double byLane(LaneMean mean, TensorBatch batch, Function<TensorBatch, Tensor> loss) {
    long[] together = {batch.rows()};
    ctx.collectives().allReduce(together, Op.SUM);
    var rows = new LaneBatch(batch, together[0], mean.mine());
    var sum = new double[1];
    mean.compute(lane -> sum[0] += lane(rows, lane, loss));
    return sum[0] * together[0] / batch.rows();
  }

  /// A lane's loss counts by its rows; what its computation leaves is freed at once.
  private double lane(LaneBatch rows, int lane, Function<TensorBatch, Tensor> loss) {
    try (var _ = new PointerScope()) {
      TensorBatch own = rows.lane(lane);
      if (own.rows() == 0) {
        return 0;
      }
      session.lane(lane);
      var share = new Scalar((double) own.rows() / rows.together());
      Tensor counted = loss.apply(own).mul(share);
      counted.backward();
      return counted.item_double();
    }
  }

  public void backward(Tensor loss) {
    if (exact != null) {
      throw new IllegalStateException(
          "in exact mode gradients are computed by torch.backward(batch, loss), which gives the"
              + " loss one lane's rows at a time");
    }
    double share = share();
    Tensor counted = share == 1 ? loss : loss.mul(new Scalar(share));
    try {
      models.forEach(model -> model.beforeBackward(loss));
      counted.backward();
    } catch (RuntimeException e) {
      throw models.isEmpty() ? e : models.getFirst().explain(e);
    }
  }

  /// What the loss is multiplied by. PyTorch's reducers count every rank alike; and of batches that
  /// add up each has its own weight, which nobody can tell from the sum.
  private double share() {
    Weights weights = session.weights();
    boolean first = !weights.addsUp();
    if (ctx.worldSize() == 1 || (backend == Backend.MANTA && first && !session.isPaused())) {
      weights.backward();
      return 1;
    }
    if (!first && !weights.areInLosses()) {
      weighGradients();
    }
    weights.backward();
    weights.putIntoLosses();
    return weights.share(ctx.collectives());
  }

  /// Gradients that are there get the weight that their loss did not.
  private void weighGradients() {
    double share = session.weights().share(ctx.collectives());
    session.weights().putIntoLosses();
    if (share != 1) {
      try (var _ = new NoGradGuard()) {
        var by = new Scalar(share);
        trained().map(Tensor::grad).filter(Tensor::defined).forEach(each -> each.mul_(by));
      }
    }
  }

  private Stream<Tensor> trained() {
    return models.stream()
        .flatMap(model -> model.blocks().stream())
        .flatMap(block -> block.members().stream());
  }

  /// An epoch is over. Gradients of batches that no update has used belong to the next epoch's
  /// first: from here on they are the same on every rank, and part of the live state.
  public void epochEnded() {
    Weights weights = session.weights();
    if (!weights.pending() || (ctx.worldSize() > 1 && !weights.addsUp())) {
      return;
    }
    if (ctx.worldSize() > 1) {
      if (!weights.areInLosses()) {
        weighGradients();
      }
      UnusedGradients.average(ctx.collectives(), trained().toList());
    }
    unused.forEach(UnusedGradients::keep);
  }

  /// Every batch norm below, by sums over ranks.
  public void syncBatchNorm(Module model) {
    if (model instanceof BatchNorm norm && ctx.worldSize() > 1) {
      norm.synchronise(this::sum, this::sumOfGradients);
    }
    model.children().values().forEach(this::syncBatchNorm);
  }

  /// Through the host's memory, where the tensor lies elsewhere.
  private void sum(Tensor tensor) {
    Tensor host = tensor.cpu();
    ctx.collectives().allReduce(Memory.of(host), Memory.type(host.scalar_type()), Op.SUM);
    if (!tensor.device().is_cpu()) {
      tensor.copy_(host);
    }
  }

  /// A rank's loss is the mean over its rows, and ranks count by their rows: so a gradient that
  /// comes from all ranks is their sum by weight, and what this rank makes of it will be multiplied
  /// by its own weight.
  private void sumOfGradients(Tensor gradient) {
    double weight = session.weights().ofLoss();
    if (weight == 0) {
      gradient.zero_();
    } else {
      gradient.mul_(new Scalar(weight));
    }
    sum(gradient);
    if (weight > 0) {
      gradient.div_(new Scalar(weight));
    }
  }
}
