package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.LargePages;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.TransferPlan;
import dev.manta.internal.collective.fold.Fold;
import dev.manta.internal.collective.tcp.link.GroupMembers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// A group whose ranks are connected by sockets, each with each.
final class TcpEngine implements Engine {
  private static final Duration EXPLAIN = Duration.ofSeconds(2);
  private static final int ALIGNMENT = 64;
  private static final int CHAIN_RANKS = 4;
  private static final long CHAIN_BYTES = 8 << 20;

  private final GroupRanks groupRanks;
  private final GroupEnd end;
  private final PeerWatch watch;
  private final LinkWait wait;
  private final Bonds bonds;
  private final LinkPump pump;
  private final OperationBuffers buffers;
  private final PointToPoint pointToPoint;
  private final List<RankLink> rankLinks;
  private final Arena arena = Arena.ofShared();
  private final Map<Long, Integer> groups = new HashMap<>();
  private final CallMeter meter;
  private final Runnable onClose;
  private boolean closed;

  private TcpEngine(GroupRanks groupRanks, GroupLinks links, CallMeter meter, Runnable onClose)
      throws IOException {
    this.groupRanks = groupRanks;
    this.meter = meter;
    this.onClose = onClose;
    this.end = new GroupEnd();
    this.rankLinks = links.wires();
    this.watch = new PeerWatch(groupRanks, links.peers(), end);
    this.wait = groupRanks.patience();
    for (RankLink link : rankLinks) {
      wait.watch(link);
      groupRanks.prepare(link.link().channel());
    }
    this.bonds = new Bonds(groupRanks, end, watch);
    this.pump = new LinkPump(groupRanks.me(), rankLinks, wait, bonds, meter);
    this.buffers = new OperationBuffers(groupRanks.me(), groupRanks.size(), arena);
    this.pointToPoint = new PointToPoint(groupRanks, bonds, arena);
  }

  /// Connects to all members; `onClose` runs when the group is closed.
  static TcpEngine open(GroupRanks groupRanks, CallMeter meter, Runnable onClose) {
    GroupLinks links = GroupLinks.open(groupRanks);
    try {
      TcpEngine engine = new TcpEngine(groupRanks, links, meter, onClose);
      engine.end.onEnd(_ -> engine.wake());
      engine.watch.start();
      return engine;
    } catch (IOException | UncheckedIOException e) {
      links.close();
      throw new IllegalStateException("the links of a group could not be watched: " + e, e);
    }
  }

  private void wake() {
    wait.wake();
    pointToPoint.wake();
  }

  @Override
  public void barrier(CallHeader header) {
    pump.run(header, LinkOperation.NONE);
  }

  @Override
  public void reduce(CallHeader header, Reduction reduction, MemorySegment in, MemorySegment out) {
    pump.run(header, isChain(reduction, in) ? chain(reduction, in, out) : mesh(reduction, in, out));
  }

  private LinkOperation mesh(Reduction reduction, MemorySegment in, MemorySegment out) {
    return new MeshReduce(buffers, reduction, in, out);
  }

  private LinkOperation chain(Reduction reduction, MemorySegment in, MemorySegment out) {
    ChainShare own = ChainShare.of(groupRanks.me(), in, reduction.type().bytes());
    ChainPlace chainPlace = ChainPlace.of(groupRanks.me(), groupRanks.size());
    return new ChainReduce(
        buffers, chainPlace, own, out, headers -> buffers.fold(reduction, headers));
  }

  private boolean isChain(Reduction reduction, MemorySegment in) {
    return reduction.target() instanceof Reduction.Everyone
        && groupRanks.size() >= CHAIN_RANKS
        && in.byteSize() >= CHAIN_BYTES;
  }

  @Override
  public void exchange(
      CallHeader header, TransferPlan transfer, MemorySegment in, MemorySegment out) {
    pump.run(header, new DirectExchange(buffers, transfer, in, out));
  }

  @Override
  public void send(CallHeader header, int to, MemorySegment values) {
    try {
      pointToPoint.to(to, () -> bonds.check(header)).send(header, new CallerMemory(values, 1));
    } catch (IOException e) {
      bonds.lost(to, e, header);
    }
  }

  @Override
  public void receive(CallHeader header, int from, MemorySegment values) {
    try {
      pointToPoint
          .from(from, () -> bonds.check(header))
          .receive(header, new CallerMemory(values, 1));
    } catch (IOException e) {
      bonds.lost(from, e, header);
    }
  }

  @Override
  public MemorySegment allocate(CallHeader header, long bytes) {
    pump.run(header, LinkOperation.NONE);
    return LargePages.allocate(bytes, ALIGNMENT, arena);
  }

  @Override
  public TcpEngine group(CallHeader header, int[] ranks, CallMeter meter) {
    agree(header, ranks);
    int call = groups.merge(header.detail(), 1, Integer::sum);
    long number = GroupMembers.group(groupRanks.group(), call, header.detail());
    return open(groupRanks.part(number, ranks, () -> bonds.check(header)), meter, () -> {});
  }

  /// Returns when some of the ranks make the same call, without a trace in the counters.
  void agree(CallHeader header, int[] ranks) {
    new LinkPump(groupRanks.me(), wiresTo(ranks), wait, bonds, SilentMeter.INSTANCE)
        .run(header, LinkOperation.NONE);
  }

  /// A pump for some of the ranks.
  private LinkPump some(int... ranks) {
    return new LinkPump(groupRanks.me(), wiresTo(ranks), wait, bonds, new WaitMeter(meter));
  }

  private List<RankLink> wiresTo(int[] ranks) {
    return rankLinks.stream()
        .filter(link -> Arrays.stream(ranks).anyMatch(rank -> rank == link.rank()))
        .toList();
  }

  int rank() {
    return groupRanks.me();
  }

  int size() {
    return groupRanks.size();
  }

  /// Returns the headers of all ranks, which agree.
  CallHeader[] meet(CallHeader header) {
    return pump.run(header, LinkOperation.NONE);
  }

  Fold fold(Reduction reduction, CallHeader[] headers) {
    return buffers.fold(reduction, headers);
  }

  MemorySegment scratch(long bytes) {
    return buffers.scratch(bytes);
  }

  /// Folds along a chain of some ranks, which have agreed before.
  void chain(
      CallHeader header, ChainPlace chainPlace, ChainShare share, MemorySegment out, Fold fold) {
    some(chainPlace.left(), chainPlace.right())
        .run(header, new ChainReduce(buffers, chainPlace, share, out, _ -> fold));
  }

  /// Throws if the group has ended.
  void check(CallHeader header) {
    bonds.check(header);
  }

  /// Waits a little for the news of the group's end.
  void await(long millis) {
    end.await(millis);
  }

  @Override
  public List<String> explain(String place) {
    watch.tell(new PeerNews.Place(place));
    List<String> places = new ArrayList<>();
    watch.places(EXPLAIN).forEach(text -> places.add(text.orElse("")));
    places.add(groupRanks.me(), place);
    return List.copyOf(places);
  }

  @Override
  public void abort(Cause cause) {
    end.end(cause);
  }

  @Override
  public Optional<Cause> aborted() {
    return end.cause();
  }

  /// Tells somebody when the group ends early.
  void onEnd(Consumer<Cause> listener) {
    end.onEnd(listener);
  }

  @Override
  public List<Integer> missing() {
    List<Integer> missing = new ArrayList<>(pump.missing());
    missing.addAll(pointToPoint.missing());
    return List.copyOf(missing);
  }

  @Override
  public List<Integer> unheard() {
    return watch.unheard();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    watch.tell(new PeerNews.Left());
    watch.close();
    end.end(new Cause.PeerLeft(groupRanks.me()));
    rankLinks.forEach(link -> link.link().close());
    pointToPoint.close();
    wait.close();
    onClose.run();
    arena.close();
  }

  /// What the movers of bytes know about the group.
  private record Bonds(GroupRanks roster, GroupEnd fate, PeerWatch watch) implements GroupGuard {
    private static final long NEWS_MILLIS = 1_000;

    private String me() {
      return roster.named(roster.me());
    }

    private String place(CallHeader header) {
      return "rank " + roster.me() + " of " + roster.size() + " in " + header.call();
    }

    @Override
    public void check(CallHeader header) {
      if (fate.isOver()) {
        fate.check(place(header));
      }
    }

    /// News of a death or a farewell may be a moment behind the end of the data.
    @Override
    public void lost(int rank, IOException failure, CallHeader header) {
      long deadline = System.nanoTime() + NEWS_MILLIS * 1_000_000;
      while (!fate.await(2) && System.nanoTime() - deadline < 0) {
        if (watch.hasLeft(rank)) {
          fate.end(new Cause.PeerLeft(rank));
        }
      }
      if (!fate.isOver()) {
        watch.broke(rank);
      }
      fate.end(
          new Cause.LinkLost(
              rank, "the link of %s to %s broke: %s".formatted(me(), roster.named(rank), failure)));
      fate.check(place(header));
      throw new CollectiveAborted(new Cause.LinkLost(rank, failure.toString()), place(header));
    }

    @Override
    public void late(int rank, Duration limit, CallHeader header) {
      String reason = "rank " + rank + " kept the others waiting for more than " + limit;
      fate.end(new Cause.TimedOut(rank, reason));
      fate.check(place(header));
    }
  }
}
