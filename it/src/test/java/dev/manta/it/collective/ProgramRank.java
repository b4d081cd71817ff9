package dev.manta.it.collective;

import dev.manta.bench.collective.Seat;
import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.CollectiveSettings.Transport;
import dev.manta.testkit.collective.Program;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/// A process that joins one group after the other and runs random programs in each: `SEED COUNT` on
/// standard input, until the count is reached or the group ends.
public final class ProgramRank {
  private ProgramRank() {}

  public static void main(String[] args) throws IOException {
    Duration limit = Duration.ofSeconds(Long.parseLong(args[1]));
    Transport transport = Transport.valueOf(args[2]);
    CollectiveSettings settings = CollectiveSettings.in(Path.of(args[0])).withLimit(limit);
    Seat seat = new Seat(settings.withTransport(transport));
    while (true) {
      try (Collectives group = seat.join()) {
        String[] told = seat.hear().split(" ", -1);
        run(seat, group, Long.parseLong(told[0]), Long.parseLong(told[1]));
      }
    }
  }

  private static void run(Seat seat, Collectives group, long seed, long count) {
    try {
      for (long i = 0; i < count; i++) {
        new Program(seed + i, 8, 20_000).run(group, _ -> {});
        if (i == 0) {
          seat.say("running", "");
        }
      }
      seat.say("done", "");
    } catch (CollectiveAborted _) {
      seat.say("aborted", end(group).toString());
    }
  }

  /// Why the whole group ended. A sub-group ends on its own, and numbers its ranks on its own.
  private static Cause end(Collectives group) {
    try {
      group.barrier();
      throw new IllegalStateException("all ranks met in a group that had ended");
    } catch (CollectiveAborted aborted) {
      return aborted.why();
    }
  }
}
