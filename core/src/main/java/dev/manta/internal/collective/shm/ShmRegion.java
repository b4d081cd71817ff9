package dev.manta.internal.collective.shm;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// The region of one group and this rank's seat in it. Rank 0 makes the region, the others open it,
/// and its name is taken away once all have.
public final class ShmRegion implements AutoCloseable {
  private static final long NAP = 100_000;
  private static final String PART = "-g";

  /// What a group needs beside its name and size.
  public record Setup(SharedRegions regions, Duration limit, boolean futex, long slotsBytes) {}

  private final Setup setup;
  private final String name;
  private final int rank;
  private final int ranks;
  private final SharedRegion region;
  private final StagingSlots slots;
  private final ControlPages pages;
  private final AtomicInteger groups = new AtomicInteger();

  private ShmRegion(Setup setup, String name, int rank, int ranks, Runnable check) {
    this.setup = setup;
    this.name = name;
    this.rank = rank;
    this.ranks = ranks;
    this.slots =
        new StagingSlots(
            ControlPages.bytes(ranks) + ShmChannels.bytes(ranks),
            ranks,
            StagingSlots.slotBytes(setup.slotsBytes(), ranks));
    this.region = rank == 0 ? create() : await(name, check);
    this.pages = new ControlPages(region.memory(), ranks);
    if (rank == 0) {
      pages.crowded(ranks > Runtime.getRuntime().availableProcessors());
    }
  }

  /// Makes or opens the region of a group; `check` throws when waiting makes no sense any more.
  static ShmRegion form(Setup setup, String name, int rank, int ranks, Runnable check) {
    return new ShmRegion(setup, name, rank, ranks, check);
  }

  private SharedRegion create() {
    try {
      return setup.regions().create(name, slots.end());
    } catch (IOException e) {
      String need = "no shared memory of " + slots.end() + " bytes for a group of " + ranks;
      throw new MantaException(ErrorCode.CLUSTER, need + ": give /dev/shm more space", e);
    }
  }

  /// Opens a region that another rank is about to make.
  SharedRegion await(String wanted, Runnable check) {
    long end = System.nanoTime() + setup.limit().toNanos();
    while (System.nanoTime() < end) {
      Optional<SharedRegion> found = open(wanted);
      if (found.isPresent()) {
        return found.get();
      }
      check.run();
      LockSupport.parkNanos(NAP);
    }
    throw new MantaException(
        ErrorCode.CLUSTER, "shared memory " + wanted + " did not appear within " + setup.limit());
  }

  private Optional<SharedRegion> open(String wanted) {
    try {
      return setup.regions().open(wanted);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot map shared memory " + wanted, e);
    }
  }

  /// The region of a smaller group.
  ShmRegion sub(String subName, int subRank, int subRanks, Runnable check) {
    return form(setup, subName, subRank, subRanks, check);
  }

  /// A name that nobody else uses.
  String nextName() {
    return name + PART + rank + "." + groups.incrementAndGet();
  }

  /// Takes away what a rank that is gone left of a smaller group it was making.
  void unnameParts() {
    setup.regions().removeAll(name + PART);
  }

  /// Takes the name away; everybody has mapped the region, or never will.
  void unname() {
    setup.regions().remove(name);
  }

  RankWait patience(PeerLife peerLife) {
    return new RankWait(pages, peerLife, rank, setup.limit(), setup.futex());
  }

  ShmChannels mail() {
    return new ShmChannels(region.memory(), ControlPages.bytes(ranks), ranks);
  }

  SharedRegions regions() {
    return setup.regions();
  }

  String name() {
    return name;
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return ranks;
  }

  MemorySegment memory() {
    return region.memory();
  }

  ControlPages board() {
    return pages;
  }

  StagingSlots slots() {
    return slots;
  }

  @Override
  public void close() {
    region.close();
  }
}
