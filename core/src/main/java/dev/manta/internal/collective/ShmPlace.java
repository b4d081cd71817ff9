package dev.manta.internal.collective;

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
final class ShmPlace implements AutoCloseable {
  private static final long NAP = 100_000;
  private static final String PART = "-g";

  /// What a group needs beside its name and size.
  record Setup(Regions regions, Duration limit, boolean futex, long slotsBytes) {}

  private final Setup setup;
  private final String name;
  private final int rank;
  private final int ranks;
  private final Region region;
  private final Slots slots;
  private final Board board;
  private final AtomicInteger groups = new AtomicInteger();

  private ShmPlace(Setup setup, String name, int rank, int ranks, Runnable check) {
    this.setup = setup;
    this.name = name;
    this.rank = rank;
    this.ranks = ranks;
    this.slots =
        new Slots(
            Board.bytes(ranks) + Mail.bytes(ranks),
            ranks,
            Slots.slotBytes(setup.slotsBytes(), ranks));
    this.region = rank == 0 ? create() : await(name, check);
    this.board = new Board(region.memory(), ranks);
    if (rank == 0) {
      board.crowded(ranks > Runtime.getRuntime().availableProcessors());
    }
  }

  /// Makes or opens the region of a group; `check` throws when waiting makes no sense any more.
  static ShmPlace form(Setup setup, String name, int rank, int ranks, Runnable check) {
    return new ShmPlace(setup, name, rank, ranks, check);
  }

  private Region create() {
    try {
      return setup.regions().create(name, slots.end());
    } catch (IOException e) {
      String need = "no shared memory of " + slots.end() + " bytes for a group of " + ranks;
      throw new MantaException(ErrorCode.CLUSTER, need + ": give /dev/shm more room", e);
    }
  }

  /// Opens a region that another rank is about to make.
  Region await(String wanted, Runnable check) {
    long end = System.nanoTime() + setup.limit().toNanos();
    while (System.nanoTime() < end) {
      Optional<Region> found = open(wanted);
      if (found.isPresent()) {
        return found.get();
      }
      check.run();
      LockSupport.parkNanos(NAP);
    }
    throw new MantaException(
        ErrorCode.CLUSTER, "shared memory " + wanted + " did not appear within " + setup.limit());
  }

  private Optional<Region> open(String wanted) {
    try {
      return setup.regions().open(wanted);
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot map shared memory " + wanted, e);
    }
  }

  /// The region of a smaller group.
  ShmPlace sub(String subName, int subRank, int subRanks, Runnable check) {
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

  Patience patience(Lives lives) {
    return new Patience(board, lives, rank, setup.limit(), setup.futex());
  }

  Mail mail() {
    return new Mail(region.memory(), Board.bytes(ranks), ranks);
  }

  Regions regions() {
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

  Board board() {
    return board;
  }

  Slots slots() {
    return slots;
  }

  @Override
  public void close() {
    region.close();
  }
}
