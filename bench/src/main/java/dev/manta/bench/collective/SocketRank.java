package dev.manta.bench.collective;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.internal.collective.NetworkSettings;
import dev.manta.internal.collective.group.WarmUp;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/// One process of the allReduce benchmark over sockets; rank 0 says the figures, in microseconds
/// per call.
public final class SocketRank {
  private static final int WARM_UP = 30_000;
  private static final int WARM_UP_LARGE = 200;

  private SocketRank() {}

  public static void main(String[] args) throws IOException {
    NetworkSettings.Links links = NetworkSettings.Links.valueOf(args[1]);
    CollectiveSettings settings =
        CollectiveSettings.in(Path.of(args[0])).withTransport(Transport.TCP);
    Seat seat = new Seat(settings.withNetwork(settings.network().withLinks(links)));
    WarmUp.run();
    List<Load> loads = loads(args);
    try (Collectives group = seat.join()) {
      warmUp(group, loads);
      for (Load load : loads) {
        MemorySegment memory = group.allocate(load.bytes());
        double micros =
            AllReduceRank.median(
                group, load, () -> group.allReduce(memory, ElementType.F32, Op.SUM));
        if (group.rank() == 0) {
          seat.say("figure", Way.valueOf(args[1]).figure(group.size(), load) + " " + micros);
        }
      }
    }
    seat.say("done", "");
  }

  /// All of them, or those that are named.
  private static List<Load> loads(String[] args) {
    List<String> named = List.of(args).subList(2, args.length);
    return Load.ALL.stream()
        .filter(load -> named.isEmpty() || named.contains(load.label()))
        .toList();
  }

  /// Small calls go through a mesh, large ones through a chain.
  private static void warmUp(Collectives group, List<Load> loads) {
    if (loads.equals(Load.ALL)) {
      warmUp(group, 4 << 10, WARM_UP / group.size());
    }
    warmUp(group, 16 << 20, WARM_UP_LARGE / group.size());
  }

  private static void warmUp(Collectives group, long bytes, int calls) {
    MemorySegment memory = group.allocate(bytes);
    for (int i = 0; i < calls; i++) {
      group.allReduce(memory, ElementType.F32, Op.SUM);
    }
  }
}
