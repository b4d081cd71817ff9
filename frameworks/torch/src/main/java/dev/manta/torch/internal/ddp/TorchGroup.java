package dev.manta.torch.internal.ddp;

import dev.manta.collective.Member;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.NativeEnvironment;
import dev.manta.train.TrainContext;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.BackendOptional;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.ProcessGroup;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.global.torch.DeviceType;

/// A process group of PyTorch's own; a rank may be Python's as well. On one host nothing of it can
/// be reached from another one.
final class TorchGroup implements AutoCloseable {
  private static final long CALL_MILLIS = 600_000;
  private static final String NCCL_INTERFACE = "NCCL_SOCKET_IFNAME";

  private final Deque<Pointer> owned = new ArrayDeque<>();
  private final Stores stores;
  private final ProcessGroup processGroup;
  private Connections connections = new Connections(Map.of());

  private TorchGroup(Stores stores, String name, Seat seat) {
    this.stores = stores;
    processGroup = own(new ProcessGroup(stores.named(name), seat.rank(), seat.size()));
  }

  /// The group of a run's ranks.
  static TorchGroup open(TrainContext<?> ctx, Backend backend) {
    List<Member> members = ctx.collectives().membership().members();
    Seat seat = Seat.of(members, ctx.rank());
    Stores stores = seat.oneHost() ? meetInAFile(ctx) : meet(ctx, Seat.of(members, 0).address());
    String name = "manta-" + ctx.attempt();
    return switch (backend) {
      case GLOO -> gloo(stores, name, seat);
      case NCCL -> nccl(stores, name, seat, ctx.device());
      case MANTA ->
          throw new IllegalStateException("Manta's collectives need no group of PyTorch's");
    };
  }

  private static Stores meetInAFile(TrainContext<?> ctx) {
    boolean first = ctx.rank() == 0;
    return Stores.in(Path.of(ctx.broadcast(first ? Stores.newFile().toString() : "")));
  }

  /// Rank 0 serves and tells the others the port.
  private static Stores meet(TrainContext<?> ctx, String address) {
    if (ctx.rank() == 0) {
      Stores stores = Stores.serve(address);
      ctx.broadcast(stores.port());
      return stores;
    }
    return Stores.reach(address, ctx.broadcast(0));
  }

  /// A group over Gloo, which is closed with its stores.
  static TorchGroup gloo(Stores stores, String name, Seat seat) {
    var group = new TorchGroup(stores, name, seat);
    ProcessGroupGloo.Options options =
        ProcessGroupGloo.Options.create(new Milliseconds(CALL_MILLIS));
    options.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(seat.address())));
    options.threads(2);
    Store store = stores.named(name);
    Connections before = Connections.now();
    var gloo = group.own(new ProcessGroupGloo(store, seat.rank(), seat.size(), options));
    group.connections = Connections.now().without(before);
    try (var chosen = new BackendOptional(gloo)) {
      group.processGroup.setBackend(DeviceType.CPU, ProcessGroup.BackendType.GLOO, chosen);
    }
    group.processGroup.setDefaultBackend(ProcessGroup.BackendType.GLOO);
    return group;
  }

  private static TorchGroup nccl(Stores stores, String name, Seat seat, String device) {
    if (!device.startsWith("cuda")) {
      stores.close();
      throw new MantaException(
          ErrorCode.USER,
          "NCCL needs GPUs: want one per worker (ScalingConfig.perWorker) and the CUDA jars (build"
              + " with -Pcuda), have the device "
              + device
              + "; or use Backend.MANTA");
    }
    if (seat.oneHost() || System.getenv(NCCL_INTERFACE) == null) {
      seat.networkInterface().ifPresent(own -> NativeEnvironment.set(NCCL_INTERFACE, own));
    }
    var group = new TorchGroup(stores, name, seat);
    var nccl = group.own(NcclBackend.open(stores.named(name), seat.rank(), seat.size()));
    try (var chosen = new BackendOptional(nccl)) {
      group.processGroup.setBackend(DeviceType.CUDA, ProcessGroup.BackendType.NCCL, chosen);
    }
    group.processGroup.setDefaultBackend(ProcessGroup.BackendType.NCCL);
    return group;
  }

  /// Makes calls of Gloo's throw, those that wait included. May be called from any thread.
  void disconnect() {
    connections.end();
  }

  ProcessGroup processGroup() {
    return processGroup;
  }

  private <P extends Pointer> P own(P pointer) {
    pointer.retainReference();
    owned.push(pointer);
    return pointer;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.pop().close();
    }
    stores.close();
  }
}
