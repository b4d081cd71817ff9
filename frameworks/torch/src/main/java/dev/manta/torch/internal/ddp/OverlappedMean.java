package dev.manta.torch.internal.ddp;

import dev.manta.collective.Collectives;
import dev.manta.torch.internal.Lifetime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorBase;
import org.bytedeco.pytorch.VoidTensorHook;

/// Averages gradients in buckets while backward still computes others: across hosts, where moving
/// them takes long. Buckets start in one order on every rank, the last layers' first.
public final class OverlappedMean extends Mean {
  private final List<Bucket> buckets = new ArrayList<>();

  /// Native code calls them for as long as the parameters live.
  private final List<Hook> hooks = new ArrayList<>();

  private int started;

  public OverlappedMean(
      Collectives group,
      Replica replica,
      Weights weights,
      BooleanSupplier paused,
      long bucketBytes) {
    super(group, replica, weights, paused);
    portions.forEach(portion -> cut(portion, bucketBytes));
  }

  private void cut(Portion portion, long bucketBytes) {
    int last = portion.size() - 1;
    long bytes = 0;
    for (int member = last; member >= 0; member--) {
      bytes += portion.block().members().get(member).nbytes();
      if (bytes >= bucketBytes || member == 0) {
        add(portion, new Bucket(portion, member, last));
        last = member - 1;
        bytes = 0;
      }
    }
  }

  private void add(Portion portion, Bucket bucket) {
    buckets.add(bucket);
    for (int member = bucket.first(); member <= bucket.last(); member++) {
      var hook = Lifetime.keep(new Hook(bucket, member));
      portion.block().members().get(member).register_hook(hook);
      hooks.add(hook);
    }
  }

  /// Called by autograd with one parameter's gradient.
  private final class Hook extends VoidTensorHook {
    private final Bucket bucket;
    private final int member;

    Hook(Bucket bucket, int member) {
      this.bucket = bucket;
      this.member = member;
    }

    @Override
    public void call(TensorBase gradient) {
      if (!paused.getAsBoolean()) {
        bucket.take(member, new Tensor(gradient));
        startFull();
      }
    }
  }

  private void startFull() {
    while (started < buckets.size() && buckets.get(started).isFull()) {
      buckets.get(started++).start(group, weights.now());
    }
  }

  @Override
  void reduce() {
    for (; started < buckets.size(); started++) {
      buckets.get(started).fill();
      buckets.get(started).start(group, weights.now());
    }
    buckets.forEach(Bucket::await);
    portions.forEach(portion -> group.weightedMean(portion.markValues(), weights.now()));
    started = 0;
  }
}
