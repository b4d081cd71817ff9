package dev.manta.torch.internal.ddp;

import dev.manta.collective.Member;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.torch.Backend;
import dev.manta.train.TrainContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.BackendOptional;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.PrefixStore;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;
import org.bytedeco.pytorch.global.torch.DeviceType;

/// A process group of PyTorch's own. Its store is rank 0's.
///
/// Stores that are made with `new` belong to nobody; only their clones may be handed to PyTorch.
final class TorchGroup implements AutoCloseable {
  private static final long STORE_MILLIS = 30_000;
  private static final long CALL_MILLIS = 600_000;
  private static final String LOOPBACK = "127.0.0.1";

  private final Deque<Pointer> owned = new ArrayDeque<>();
  private final ProcessGroup processGroup;

  private TorchGroup(TrainContext<?> ctx, Backend backend) {
    Store store = own(prefixed(store(ctx), "manta-" + ctx.attempt()));
    Store again = own(store.clone());
    processGroup = own(new ProcessGroup(again, ctx.rank(), ctx.worldSize()));
    connect(ctx, backend, store);
  }

  static TorchGroup open(TrainContext<?> ctx, Backend backend) {
    return new TorchGroup(ctx, backend);
  }

  ProcessGroup processGroup() {
    return processGroup;
  }

  private <P extends Pointer> P own(P pointer) {
    pointer.retainReference();
    owned.push(pointer);
    return pointer;
  }

  /// Rank 0 serves on a free port and tells the others.
  private Store store(TrainContext<?> ctx) {
    List<Member> members = ctx.collectives().membership().members();
    boolean oneHost = members.stream().map(Member::host).distinct().count() == 1;
    String host = oneHost ? LOOPBACK : members.getFirst().host();
    int port = 0;
    Store mine = null;
    if (ctx.rank() == 0) {
      TCPStore server = own(new TCPStore(host, options(0, true)));
      port = Short.toUnsignedInt(server.getPort());
      mine = own(server.clone());
    }
    port = ctx.broadcast(port);
    return mine == null ? own(own(new TCPStore(host, options(port, false))).clone()) : mine;
  }

  private static TCPStoreOptions options(int port, boolean server) {
    var options = new TCPStoreOptions();
    options.port((short) port);
    options.isServer(server);
    options.waitWorkers(false);
    options.useLibUV(true);
    options.timeout(new Milliseconds(STORE_MILLIS));
    return options;
  }

  private static Store prefixed(Store store, String prefix) {
    try (var name = new BytePointer(prefix);
        var named = new PrefixStore(name, store)) {
      return named.clone();
    }
  }

  private void connect(TrainContext<?> ctx, Backend backend, Store store) {
    switch (backend) {
      case GLOO -> gloo(ctx, store);
      case NCCL -> nccl(ctx, store);
      case MANTA ->
          throw new IllegalStateException("Manta's collectives need no group of PyTorch's");
    }
  }

  private void gloo(TrainContext<?> ctx, Store store) {
    ProcessGroupGloo.Options options =
        ProcessGroupGloo.Options.create(new Milliseconds(CALL_MILLIS));
    options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(LOOPBACK)));
    options.threads(2);
    ProcessGroupGloo gloo = own(new ProcessGroupGloo(store, ctx.rank(), ctx.worldSize(), options));
    try (var chosen = new BackendOptional(gloo)) {
      processGroup.setBackend(DeviceType.CPU, ProcessGroup.BackendType.GLOO, chosen);
    }
    processGroup.setDefaultBackend(ProcessGroup.BackendType.GLOO);
  }

  private void nccl(TrainContext<?> ctx, Store store) {
    if (!ctx.device().startsWith("cuda")) {
      throw new MantaException(
          ErrorCode.USER,
          "NCCL needs GPUs: want one per worker (ScalingConfig.perWorker) and the CUDA jars (build"
              + " with -Pcuda), have the device "
              + ctx.device()
              + "; or use Backend.MANTA");
    }
    var nccl = own(NcclBackend.open(store, ctx.rank(), ctx.worldSize()));
    try (var chosen = new BackendOptional(nccl)) {
      processGroup.setBackend(DeviceType.CUDA, ProcessGroup.BackendType.NCCL, chosen);
    }
    processGroup.setDefaultBackend(ProcessGroup.BackendType.NCCL);
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
  }
}
