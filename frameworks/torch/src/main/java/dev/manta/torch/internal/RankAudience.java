package dev.manta.torch.internal;

import dev.manta.collective.Op;
import dev.manta.torch.data.Audience;
import dev.manta.torch.data.DataLoader;
import dev.manta.train.TrainContext;
import java.util.function.Consumer;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;

/// One rank of a run as the reader of a loader.
public record RankAudience(TrainContext<?> ctx, Session session, Device device)
    implements Audience {
  private static final MemoryFormatOptional ANY_FORMAT = Lifetime.keep(new MemoryFormatOptional());

  @Override
  public int rank() {
    return ctx.rank();
  }

  @Override
  public int ranks() {
    return ctx.worldSize();
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
    if (device.is_cpu()) {
      return tensor;
    }
    return tensor.pin_memory().to(device, tensor.scalar_type(), true, false, ANY_FORMAT);
  }

  @Override
  public void handOut(DataLoader loader, long rows) {
    session.batch(loader, rows);
  }

  @Override
  public Consumer<String> warnings() {
    return text -> ctx.logger().log(System.Logger.Level.WARNING, "torch: " + text);
  }
}
