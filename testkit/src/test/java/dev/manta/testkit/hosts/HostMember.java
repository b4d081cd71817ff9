package dev.manta.testkit.hosts;

import dev.manta.collective.CollectiveAborted;
import dev.manta.collective.Collectives;
import dev.manta.collective.Numerics;
import dev.manta.collective.Op;
import dev.manta.internal.collective.CollectiveSettings;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.group.CollectiveGroup;
import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.machine.ReachingAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// A process on some host: says by which address another host reaches it, then its offer, hears
/// those of all, and sums with them until that ends.
final class HostMember {
  private static final long PAUSE_NANOS = 2_000_000;

  private HostMember() {}

  /// @param arguments the address of another host
  public static void main(String[] arguments) throws IOException {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println(ReachingAddress.toward(arguments[0]).getHostAddress());
    var settings = CollectiveSettings.in(Files.createTempDirectory("member"));
    try (Rendezvous meeting = Rendezvous.open(settings)) {
      System.out.println(meeting.offer());
      int rank = Integer.parseInt(in.readLine());
      List<String> offers = List.of(in.readLine().split("\t"));
      Numerics numerics = Numerics.forWorkers(offers.size());
      sum(meeting.join(GroupPlan.of("run", 1, rank, offers, numerics)), rank);
    }
  }

  private static void sum(Collectives group, int rank) {
    float[] values = new float[1000];
    try {
      for (long call = 0; ; call++) {
        java.util.Arrays.fill(values, rank + 1);
        group.allReduce(values, Op.SUM);
        if (call == 0) {
          System.out.println("sum " + values[999]);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (CollectiveAborted e) {
      List<Integer> unheard = ((CollectiveGroup) group).unheard();
      System.out.println(
          e.why().getClass().getSimpleName() + " " + unheard + " " + e.why().reason());
    }
  }
}
