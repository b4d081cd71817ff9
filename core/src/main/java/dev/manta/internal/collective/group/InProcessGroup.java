package dev.manta.internal.collective.group;

import dev.manta.collective.Collectives;
import dev.manta.collective.Numerics;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.CLibrary;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.shm.Futex;
import dev.manta.internal.collective.shm.ProcessRegions;
import dev.manta.internal.collective.shm.ShmEngine;
import dev.manta.internal.collective.shm.ShmRegion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/// Groups whose ranks are threads of this process, for tests, debugging and warming up.
public final class InProcessGroup {
  /// Little, so that a group costs little and small arrays go through several slots.
  private static final long SLOTS = 512 << 10;

  private static final ProcessRegions MEETING = new ProcessRegions();
  private static final AtomicLong OFFERS = new AtomicLong();

  private InProcessGroup() {}

  /// A group of threads: one port per rank, each for one thread.
  public static List<Collectives> group(String run, int ranks, Duration limit) {
    boolean futex = CLibrary.linux() && Futex.available();
    var setup = new ShmRegion.Setup(new ProcessRegions(), limit, futex, SLOTS);
    Offer offer = new Offer("in-process", ProcessHandle.current().pid(), run, "", "");
    List<Offer> offers = IntStream.range(0, ranks).mapToObj(_ -> offer).toList();
    try (var threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      List<Future<Collectives>> joining =
          IntStream.range(0, ranks)
              .mapToObj(rank -> new GroupPlan(run, 0, rank, offers, Numerics.forWorkers(ranks)))
              .map(plan -> threads.submit(() -> join(setup, plan)))
              .toList();
      return joining.stream().map(InProcessGroup::joined).toList();
    }
  }

  /// A thread's way into a group whose other members are threads of this process too.
  public static Rendezvous rendezvous(String run, Duration limit) {
    boolean futex = CLibrary.linux() && Futex.available();
    var setup = new ShmRegion.Setup(MEETING, limit, futex, SLOTS);
    String name = run + "-" + OFFERS.incrementAndGet();
    Offer offer = new Offer("in-process", ProcessHandle.current().pid(), name, "", "");
    return new Rendezvous() {
      @Override
      public String offer() {
        return offer.text();
      }

      @Override
      public Collectives join(GroupPlan plan) {
        return InProcessGroup.join(setup, plan);
      }

      @Override
      public void close() {}
    };
  }

  private static Collectives join(ShmRegion.Setup setup, GroupPlan plan) {
    return new CollectiveGroup(plan.membership(), meter -> ShmEngine.join(setup, plan, meter));
  }

  private static Collectives joined(Future<Collectives> joining) {
    try {
      return joining.get();
    } catch (ExecutionException e) {
      throw CLibrary.rethrow(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.MANTA, "interrupted while a group formed", e);
    }
  }
}
