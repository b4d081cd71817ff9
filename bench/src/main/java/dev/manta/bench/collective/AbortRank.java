package dev.manta.bench.collective;

import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.collective.ElementType;
import dev.manta.collective.Op;
import dev.manta.internal.collective.group.WarmUp;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/// One process of the abort benchmark: reduces 64 MB again and again until the group ends, says
/// when, joins the next group, and says when its first call is done. Times are those of
/// [System#nanoTime], which processes of a host share.
public final class AbortRank {
  private static final long BYTES = 64 << 20;

  private AbortRank() {}

  public static void main(String[] args) throws IOException {
    Seat seat = new Seat(Path.of(args[0]));
    WarmUp.run();
    try (Collectives group = seat.join()) {
      fill(seat.hear());
      untilAborted(seat, group);
      reform(seat);
    }
  }

  /// The next group stands before the old one is taken down.
  private static void reform(Seat seat) throws IOException {
    try (Collectives next = seat.join()) {
      next.allReduce(new float[1 << 18], Op.SUM);
      seat.say("formed", Long.toString(System.nanoTime()));
    }
  }

  /// Makes this many gigabytes resident.
  private static void fill(String gigabytes) {
    Arena.global().allocate(Math.max(1, Long.parseLong(gigabytes) << 30), 4096).fill((byte) 1);
  }

  private static void untilAborted(Seat seat, Collectives group) {
    MemorySegment values = group.allocate(BYTES);
    group.allReduce(values, ElementType.F32, Op.SUM);
    seat.say("running", "");
    try {
      while (true) {
        group.allReduce(values, ElementType.F32, Op.SUM);
      }
    } catch (CollectiveAborted aborted) {
      seat.say("aborted", System.nanoTime() + " " + aborted.why());
    }
  }
}
