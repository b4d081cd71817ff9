package dev.manta.bench.collective;

import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.internal.collective.group.WarmUp;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/// One process of the allReduce benchmark; rank 0 says the figures, in microseconds per call.
public final class AllReduceRank {
  private static final int WARM_UP = 300_000;

  private AllReduceRank() {}

  public static void main(String[] args) throws IOException {
    Seat seat = new Seat(Path.of(args[0]));
    WarmUp.run();
    try (Collectives group = seat.join()) {
      warmUp(group);
      for (Load load : Load.ALL) {
        MemorySegment born = group.allocate(load.bytes());
        report(seat, group, Way.BORN, load, () -> group.allReduce(born, ElementType.F32, Op.SUM));
        float[] array = new float[(int) (load.bytes() / 4)];
        report(seat, group, Way.COPIED, load, () -> group.allReduce(array, Op.SUM));
      }
    }
    seat.say("done", "");
  }

  private static void warmUp(Collectives group) {
    MemorySegment born = group.allocate(4 << 10);
    float[] array = new float[1 << 10];
    for (int i = 0; i < WARM_UP / group.size(); i++) {
      group.allReduce(born, ElementType.F32, Op.SUM);
      group.allReduce(array, Op.SUM);
    }
  }

  private static void report(Seat seat, Collectives group, Way way, Load load, Runnable call) {
    double micros = median(group, load, call);
    if (group.rank() == 0) {
      seat.say("figure", way.figure(group.size(), load) + " " + micros);
    }
  }

  /// The median time of a call, in microseconds.
  static double median(Collectives group, Load load, Runnable call) {
    for (int i = 0; i < Math.min(load.batch(), 3); i++) {
      call.run();
    }
    double[] times = new double[load.batches()];
    for (int i = 0; i < times.length; i++) {
      group.barrier();
      long start = System.nanoTime();
      for (int j = 0; j < load.batch(); j++) {
        call.run();
      }
      times[i] = (System.nanoTime() - start) / 1e3 / load.batch();
    }
    Arrays.sort(times);
    return times[times.length / 2];
  }
}
