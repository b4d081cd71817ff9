package dev.manta.internal.collective.shm;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.CpuCore;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// How one thread waits for another rank: it spins a little, then lets others run, then sleeps.
/// Each pause looks for an abort, a death and the limit; a sleep lasts 4 ms at most, because a
/// death is only seen by looking.
///
/// ```
/// patience.begin();
/// while (!condition) patience.pause(rank);
/// patience.end();
/// ```
final class RankWait {
  private static final long YIELDING = 1_000_000;
  private static final long SLEEP_MAX = 4_000_000;
  private static final long NAP = 200_000;
  private static final long MOVE_AGAIN = 5_000_000;
  private static final long LOOK_AGAIN = 4_000_000;

  private final ControlPages pages;
  private final PeerLife peerLife;
  private final int rank;
  private final int spins;
  private final boolean futex;
  private final long limit;
  private final MemorySegment time;

  private int round;
  private long started;
  private long moved = System.nanoTime() - MOVE_AGAIN;
  private int awaited;
  private long looked = System.nanoTime() - LOOK_AGAIN;
  private boolean armed;
  private int rung;

  RankWait(ControlPages pages, PeerLife peerLife, int rank, Duration limit, boolean futex) {
    this.pages = pages;
    this.peerLife = peerLife;
    this.rank = rank;
    this.spins = pages.ranks() > Runtime.getRuntime().availableProcessors() ? 0 : 200;
    this.futex = futex;
    this.limit = limit.toNanos();
    this.time = Arena.ofAuto().allocate(16, 8);
  }

  void begin() {
    round = 0;
    awaited = -1;
  }

  /// Ends a wait and says how long it took; one that only spun took nothing worth a clock.
  long end() {
    disarm();
    return round <= spins ? 0 : System.nanoTime() - started;
  }

  /// Lets some time pass; throws when the group is over.
  void pause(int peer) {
    if (++round <= spins) {
      Thread.onSpinWait();
      return;
    }
    check();
    long now = System.nanoTime();
    if (round == spins + 1) {
      started = now;
      shareNoCore(peer);
    }
    if (now - started < YIELDING) {
      yielding();
    } else {
      sleeping(peer);
    }
  }

  /// With cores enough, a rank moves away from the core of the rank that it waits for.
  private void shareNoCore(int peer) {
    if (!futex || spins == 0) {
      return;
    }
    int core = CpuCore.current();
    pages.core(rank, core);
    if (pages.core(peer) == core && started - moved > MOVE_AGAIN) {
      moved = started;
      CpuCore.leave(core);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // the fastest way to wait with more ranks than cores
  private void yielding() {
    peerLife.check(pages, rank);
    Thread.yield();
  }

  private void sleeping(int peer) {
    if (!armed) {
      lookAround(peer);
      arm();
    } else if (futex) {
      Futex.await(pages.bell(), rung, time, SLEEP_MAX);
      disarm();
    } else {
      LockSupport.parkNanos(NAP);
      disarm();
    }
  }

  /// From here on the others ring; the caller looks at its condition once more before it sleeps.
  private void arm() {
    armed = true;
    if (futex) {
      pages.sleepers(1);
      rung = pages.rung();
    }
  }

  private void disarm() {
    if (armed && futex) {
      pages.sleepers(-1);
    }
    armed = false;
  }

  private void lookAround(int peer) {
    peerLife.check(pages, rank);
    long now = System.nanoTime();
    if (now - looked >= LOOK_AGAIN) {
      looked = now;
      peerLife.checkProcesses(pages, rank);
    }
    if (pages.left(peer) && awaited == peer) {
      pages.abort(rank, new Cause.PeerLeft(peer));
    }
    awaited = pages.left(peer) ? peer : -1;
    if (now - started > limit) {
      pages.abort(rank, new Cause.TimedOut(peer, late(peer)));
    }
  }

  private String late(int peer) {
    return "rank "
        + peer
        + " kept the others waiting for "
        + Duration.ofNanos(limit).toSeconds()
        + " s";
  }

  /// Throws when the group is over; also looks whether somebody died, for those who have much to do
  /// before they wait.
  void lookUp() {
    peerLife.check(pages, rank);
    check();
  }

  /// Throws when the group is over.
  void check() {
    if (pages.isAborted()) {
      disarm();
      throw aborted();
    }
  }

  private CollectiveAborted aborted() {
    Cause cause = pages.aborted().orElseThrow();
    return new CollectiveAborted(cause, "rank " + rank + " of " + pages.ranks());
  }

  /// Wakes those who sleep on the board.
  void ring() {
    if (futex && pages.someoneSleeps()) {
      pages.ring();
      Futex.wake(pages.bell());
    }
  }
}
