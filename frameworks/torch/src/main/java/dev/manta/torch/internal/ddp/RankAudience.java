package dev.manta.torch.internal.ddp;

import dev.manta.collective.Op;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.LoaderAudience;
import dev.manta.torch.data.Position;
import dev.manta.torch.internal.SideStream;
import dev.manta.train.TrainContext;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.Tensor;
import org.jspecify.annotations.Nullable;

/// One rank of a run as the reader of a loader.
public final class RankAudience implements LoaderAudience {
  private final TrainContext<?> ctx;
  private final TorchSession session;
  private final int loader;
  private final @Nullable SideStream copies;
  private final int lanes;

  /// @param lanes how many lanes exact mode has; 0 without it
  public RankAudience(TrainContext<?> ctx, TorchSession session, Device device, int lanes) {
    this.ctx = ctx;
    this.session = session;
    this.loader = session.loaderPrepared();
    this.lanes = lanes;
    this.copies = device.is_cpu() ? null : new SideStream(device);
  }

  @Override
  public int rank() {
    return ctx.rank();
  }

  @Override
  public int ranks() {
    return ctx.worldSize();
  }

  @Override
  public int lanes() {
    return lanes;
  }

  @Override
  public boolean anyHas(boolean mine) {
    if (ranks() == 1) {
      return mine;
    }
    int[] has = {mine ? 1 : 0};
    ctx.collectives().allReduce(has, Op.MAX);
    return has[0] > 0;
  }

  @Override
  public Tensor move(Tensor tensor) {
    return copies == null || !tensor.device().is_cpu() ? tensor : copies.copy(tensor);
  }

  /// Only what is trained on counts: batches of an evaluation may be seen again.
  @Override
  public Position begin(int epoch) {
    return GradMode.is_enabled()
        ? session.places().begin(loader, epoch, ranks())
        : Position.beginning(ranks());
  }

  @Override
  public void handOut(DataLoader from, long rows) {
    if (GradMode.is_enabled()) {
      ctx.beginStep();
      session.places().handedOut(loader, from.together(ranks()), ranks());
    }
    session.batch(from, rows);
  }

  @Override
  public void ended() {
    if (GradMode.is_enabled()) {
      session.epochEnded();
    }
  }

  @Override
  public Consumer<String> warnings() {
    return text -> ctx.logger().log(System.Logger.Level.WARNING, "torch: " + text);
  }
}
