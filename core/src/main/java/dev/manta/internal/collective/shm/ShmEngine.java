package dev.manta.internal.collective.shm;

import dev.manta.collective.Cause;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.NameHash;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.TransferPlan;
import dev.manta.internal.collective.fold.Fold;
import dev.manta.internal.collective.fold.Folds;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/// Shared memory between the ranks of one host, or between threads of one process.
///
/// Ranks meet at numbered barriers. A call starts with one that carries the headers; what lies
/// between two barriers is written by one side and read by the other, never both.
public final class ShmEngine implements Engine {
  private static final long EXPLAIN_MAX = 2_000_000_000L;
  private static final long EXPLAIN_NAP = 200_000;

  private final ShmRegion place;
  private final ControlPages pages;
  private final StagingSlots slots;
  private final SharedAllocations allocations;
  private final PeerLife peerLife;
  private final CallMeter meter;
  private final int rank;
  private final int ranks;
  private final Folds folds;
  private final RankWait wait;
  private final ShmMessages mail;
  private final Map<Long, Long> made = new HashMap<>();
  private long step;
  private long chunk;
  private volatile boolean closed;

  ShmEngine(ShmRegion place, SharedAllocations allocations, PeerLife peerLife, CallMeter meter) {
    this.place = place;
    this.pages = place.board();
    this.slots = place.slots();
    this.allocations = allocations;
    this.peerLife = peerLife;
    this.meter = meter;
    this.rank = place.rank();
    this.ranks = place.ranks();
    this.folds = new Folds(ranks);
    this.wait = place.patience(peerLife);
    this.mail = new ShmMessages(place, peerLife);
  }

  /// Forms the group of a plan, together with the other ranks.
  public static Engine join(ShmRegion.Setup setup, GroupPlan plan, CallMeter meter) {
    PeerLife peerLife = PeerLife.of(plan.offers());
    String name = plan.offers().getFirst().memory() + "-a" + plan.attempt();
    try {
      ShmRegion place = ShmRegion.form(setup, name, plan.rank(), plan.size(), peerLife::requireAll);
      return formed(
          new ShmEngine(place, new SharedAllocations(plan.rank()), peerLife, meter), () -> {});
    } catch (RuntimeException e) {
      peerLife.close();
      throw e;
    }
  }

  /// Returns once everybody has mapped the region, so that its name can go.
  private static ShmEngine formed(ShmEngine engine, Runnable look) {
    try {
      engine.meet(look);
      return engine;
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    } finally {
      engine.place.unname();
    }
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return ranks;
  }

  MemorySegment memory() {
    return place.memory();
  }

  ControlPages board() {
    return pages;
  }

  StagingSlots slots() {
    return slots;
  }

  SharedAllocations births() {
    return allocations;
  }

  /// Takes the numbers of the chunks that a call stages; slots alternate by them over all calls.
  long takeChunks(long count) {
    long first = chunk;
    chunk += count;
    return first;
  }

  /// The number of the next chunk.
  long nextChunk() {
    return chunk;
  }

  Fold fold(Reduction reduction, long sequence) {
    return reduction.weighted()
        ? folds.weighted(reduction.type(), pages.weights(sequence))
        : folds.of(reduction.type(), reduction.op());
  }

  @Override
  public void barrier(CallHeader header) {
    arrive(header, 0, 0);
  }

  /// The first barrier of a call: everybody's header is there and agrees.
  void arrive(CallHeader header, long in, long out) {
    wait.check();
    pages.post(rank, header, in, out, meter.began());
    meet();
    pages.agree(header.sequence());
    meter.last(pages.last(header.sequence()));
    meter.agreed(pages.control(header.sequence()));
  }

  /// A barrier: returns when every rank has reached it.
  void meet() {
    step++;
    pages.step(rank, step);
    wait.ring();
    for (int peer = 0; peer < ranks; peer++) {
      if (pages.step(peer) < step) {
        await(peer);
      }
    }
  }

  private void await(int peer) {
    wait.begin();
    while (pages.step(peer) < step) {
      wait.pause(peer);
    }
    meter.waited(wait.end());
  }

  /// A barrier with something to look at while others are awaited.
  private void meet(Runnable look) {
    step++;
    pages.step(rank, step);
    wait.ring();
    for (int peer = 0; peer < ranks; peer++) {
      wait.begin();
      while (pages.step(peer) < step) {
        look.run();
        wait.pause(peer);
      }
      wait.end();
    }
  }

  /// Throws when the group is over; long copies and folds ask between blocks.
  void check() {
    wait.lookUp();
  }

  @Override
  public void reduce(CallHeader header, Reduction reduction, MemorySegment in, MemorySegment out) {
    new ShmReduce(this, header, reduction, in, out).run();
  }

  @Override
  public void exchange(
      CallHeader header, TransferPlan transfer, MemorySegment in, MemorySegment out) {
    new ShmExchange(this, header, transfer, in, out).run();
  }

  @Override
  public void send(CallHeader header, int to, MemorySegment values) {
    mail.send(header, to, values);
  }

  @Override
  public void receive(CallHeader header, int from, MemorySegment values) {
    mail.receive(header, from, values);
  }

  @Override
  public MemorySegment allocate(CallHeader header, long bytes) {
    String name = memory(allocations.count());
    try {
      arrive(header, 0, 0);
      List<SharedRegion> regions = regions(name, bytes);
      allocations.add(regions);
      return regions.get(rank).memory().asSlice(0, bytes);
    } catch (RuntimeException e) {
      removeAll(name);
      throw e;
    } finally {
      place.regions().remove(name + rank);
    }
  }

  private String memory(int number) {
    return place.name() + "-m" + number + "-";
  }

  private List<SharedRegion> regions(String name, long bytes) {
    SharedRegion mine = create(name + rank, bytes);
    List<SharedRegion> regions = new ArrayList<>();
    try {
      meet();
      for (int peer = 0; peer < ranks; peer++) {
        regions.add(peer == rank ? mine : place.await(name + peer, this::check));
      }
      meet();
      return regions;
    } catch (RuntimeException e) {
      regions.remove(mine);
      regions.forEach(SharedRegion::close);
      mine.close();
      throw e;
    }
  }

  private void removeAll(String name) {
    IntStream.range(0, ranks).forEach(peer -> place.regions().remove(name + peer));
  }

  /// Whoever lives takes away what a dead rank could not. A rank may die with its file made and
  /// opened by all others, or make it while it is dying. Smaller groups that are being made end
  /// with an abort; without one, others may still be at it.
  private void removeAll() {
    IntStream.rangeClosed(0, allocations.count()).mapToObj(this::memory).forEach(this::removeAll);
    if (pages.aborted().isPresent()) {
      place.unnameParts();
    }
  }

  private SharedRegion create(String name, long bytes) {
    try {
      return place.regions().create(name, Math.max(1, bytes));
    } catch (IOException e) {
      check();
      String reason = "rank " + rank + " found no shared memory for " + bytes + " bytes";
      abort(new Cause.Requested(reason));
      throw new MantaException(ErrorCode.CLUSTER, reason + ": give /dev/shm more space", e);
    }
  }

  @Override
  public Engine group(CallHeader header, int[] members, CallMeter meter) {
    int mine =
        IntStream.range(0, members.length)
            .filter(i -> members[i] == rank)
            .findFirst()
            .orElseThrow();
    var crossedCalls = new CrossedCalls(pages, rank, header, members, made);
    try {
      Runnable look = () -> look(crossedCalls);
      String name = mine == 0 ? lead(header, members) : follow(header, members, look);
      ShmRegion sub = place.sub(name, mine, members.length, this::check);
      SharedAllocations known = new SharedAllocations(allocations, members, mine);
      ShmEngine group = formed(new ShmEngine(sub, known, peerLife.some(members), meter), look);
      made.merge(header.detail(), 1L, Long::sum);
      return group;
    } finally {
      pages.grouped(rank);
    }
  }

  private void look(CrossedCalls crossedCalls) {
    check();
    crossedCalls.look(step);
  }

  private String lead(CallHeader header, int[] members) {
    String name = place.nextName();
    for (int peer : members) {
      if (peer != rank) {
        mail.send(header, peer, MemorySegment.ofArray(NameHash.padded(name)));
      }
    }
    return name;
  }

  private String follow(CallHeader header, int[] members, Runnable look) {
    byte[] name = new byte[NameHash.BYTES];
    mail.receive(header, members[0], MemorySegment.ofArray(name), look);
    return NameHash.read(name);
  }

  @Override
  public List<String> explain(String text) {
    pages.explain(rank, text);
    wait.ring();
    long end = System.nanoTime() + EXPLAIN_MAX;
    while (System.nanoTime() < end && !allExplained()) {
      LockSupport.parkNanos(EXPLAIN_NAP);
    }
    return IntStream.range(0, ranks).mapToObj(r -> pages.explanation(r).orElse("")).toList();
  }

  private boolean allExplained() {
    return IntStream.range(0, ranks).allMatch(r -> pages.explanation(r).isPresent());
  }

  @Override
  public synchronized void abort(Cause cause) {
    if (!closed) {
      pages.abort(rank, cause);
      wait.ring();
    }
  }

  @Override
  public synchronized Optional<Cause> aborted() {
    return closed ? Optional.empty() : pages.aborted();
  }

  @Override
  public synchronized List<Integer> missing() {
    if (closed) {
      return List.of();
    }
    long mine = pages.step(rank);
    return IntStream.range(0, ranks).filter(r -> pages.step(r) < mine).boxed().toList();
  }

  @Override
  public synchronized void close() {
    if (!closed) {
      pages.leave(rank);
      wait.ring();
      closed = true;
      removeAll();
      allocations.close();
      peerLife.close();
      place.close();
    }
  }
}
