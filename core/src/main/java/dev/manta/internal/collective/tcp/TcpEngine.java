package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.Exchange;
import dev.manta.internal.collective.Fold;
import dev.manta.internal.collective.Header;
import dev.manta.internal.collective.LargePages;
import dev.manta.internal.collective.Meter;
import dev.manta.internal.collective.Reduction;
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

  private final Roster roster;
  private final Fate fate;
  private final Watch watch;
  private final Patience patience;
  private final Bonds bonds;
  private final Pump pump;
  private final Desk desk;
  private final Mail mail;
  private final List<Wire> wires;
  private final Arena arena = Arena.ofShared();
  private final Map<Long, Integer> groups = new HashMap<>();
  private final Meter meter;
  private final Runnable onClose;
  private boolean closed;

  private TcpEngine(Roster roster, Links links, Meter meter, Runnable onClose) throws IOException {
    this.roster = roster;
    this.meter = meter;
    this.onClose = onClose;
    this.fate = new Fate();
    this.wires = links.wires();
    this.watch = new Watch(links.peers(), fate, "manta-watch-" + roster.me());
    this.patience = roster.patience();
    for (Wire wire : wires) {
      patience.watch(wire);
      roster.prepare(wire.link().channel());
    }
    this.bonds = new Bonds(roster, fate, watch);
    this.pump = new Pump(roster.me(), wires, patience, bonds, meter);
    this.desk = new Desk(roster.me(), roster.size(), arena);
    this.mail = new Mail(roster, bonds, arena);
  }

  /// Connects to all members; `onClose` runs when the group is closed.
  static TcpEngine open(Roster roster, Meter meter, Runnable onClose) {
    Links links = Links.open(roster);
    try {
      TcpEngine engine = new TcpEngine(roster, links, meter, onClose);
      engine.fate.onEnd(_ -> engine.wake());
      engine.watch.start();
      return engine;
    } catch (IOException | UncheckedIOException e) {
      links.close();
      throw new IllegalStateException("the links of a group could not be watched: " + e, e);
    }
  }

  private void wake() {
    patience.wake();
    mail.wake();
  }

  @Override
  public void barrier(Header header) {
    pump.run(header, Traffic.NONE);
  }

  @Override
  public void reduce(Header header, Reduction reduction, MemorySegment in, MemorySegment out) {
    pump.run(header, isChain(reduction, in) ? chain(reduction, in, out) : mesh(reduction, in, out));
  }

  private Traffic mesh(Reduction reduction, MemorySegment in, MemorySegment out) {
    return new MeshReduce(desk, reduction, in, out);
  }

  private Traffic chain(Reduction reduction, MemorySegment in, MemorySegment out) {
    Burden own = Burden.of(roster.me(), in, reduction.type().bytes());
    Course course = Course.of(roster.me(), roster.size());
    return new ChainReduce(desk, course, own, out, headers -> desk.fold(reduction, headers));
  }

  private boolean isChain(Reduction reduction, MemorySegment in) {
    return reduction.target() instanceof Reduction.Everyone
        && roster.size() >= CHAIN_RANKS
        && in.byteSize() >= CHAIN_BYTES;
  }

  @Override
  public void exchange(Header header, Exchange exchange, MemorySegment in, MemorySegment out) {
    pump.run(header, new Swap(desk, exchange, in, out));
  }

  @Override
  public void send(Header header, int to, MemorySegment values) {
    try {
      mail.to(to, () -> bonds.check(header)).send(header, new Memory(values, 1));
    } catch (IOException e) {
      bonds.lost(to, e, header);
    }
  }

  @Override
  public void receive(Header header, int from, MemorySegment values) {
    try {
      mail.from(from, () -> bonds.check(header)).receive(header, new Memory(values, 1));
    } catch (IOException e) {
      bonds.lost(from, e, header);
    }
  }

  @Override
  public MemorySegment allocate(Header header, long bytes) {
    pump.run(header, Traffic.NONE);
    return LargePages.allocate(bytes, ALIGNMENT, arena);
  }

  @Override
  public TcpEngine group(Header header, int[] ranks, Meter meter) {
    agree(header, ranks);
    int call = groups.merge(header.detail(), 1, Integer::sum);
    long number = Members.group(roster.group(), call, header.detail());
    return open(roster.part(number, ranks, () -> bonds.check(header)), meter, () -> {});
  }

  /// Returns when some of the ranks make the same call, without a trace in the counters.
  void agree(Header header, int[] ranks) {
    new Pump(roster.me(), wiresTo(ranks), patience, bonds, SilentMeter.INSTANCE)
        .run(header, Traffic.NONE);
  }

  /// A pump for some of the ranks.
  private Pump some(int... ranks) {
    return new Pump(roster.me(), wiresTo(ranks), patience, bonds, new WaitMeter(meter));
  }

  private List<Wire> wiresTo(int[] ranks) {
    return wires.stream()
        .filter(wire -> Arrays.stream(ranks).anyMatch(rank -> rank == wire.rank()))
        .toList();
  }

  int rank() {
    return roster.me();
  }

  int size() {
    return roster.size();
  }

  /// Returns the headers of all ranks, which agree.
  Header[] meet(Header header) {
    return pump.run(header, Traffic.NONE);
  }

  Fold fold(Reduction reduction, Header[] headers) {
    return desk.fold(reduction, headers);
  }

  MemorySegment scratch(long bytes) {
    return desk.scratch(bytes);
  }

  /// Folds along a chain of some ranks, which have agreed before.
  void chain(Header header, Course course, Burden burden, MemorySegment out, Fold fold) {
    some(course.left(), course.right())
        .run(header, new ChainReduce(desk, course, burden, out, _ -> fold));
  }

  /// Throws if the group has ended.
  void check(Header header) {
    bonds.check(header);
  }

  /// Waits a little for the news of the group's end.
  void await(long millis) {
    fate.await(millis);
  }

  @Override
  public List<String> explain(String place) {
    watch.tell(new News.Place(place));
    List<String> places = new ArrayList<>();
    watch.places(EXPLAIN).forEach(text -> places.add(text.orElse("")));
    places.add(roster.me(), place);
    return List.copyOf(places);
  }

  @Override
  public void abort(Cause cause) {
    fate.end(cause);
  }

  @Override
  public Optional<Cause> aborted() {
    return fate.cause();
  }

  /// Tells somebody when the group ends early.
  void onEnd(Consumer<Cause> listener) {
    fate.onEnd(listener);
  }

  @Override
  public List<Integer> missing() {
    List<Integer> missing = new ArrayList<>(pump.missing());
    missing.addAll(mail.missing());
    return List.copyOf(missing);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    watch.tell(new News.Left());
    watch.close();
    fate.end(new Cause.PeerLeft(roster.me()));
    wires.forEach(wire -> wire.link().close());
    mail.close();
    patience.close();
    onClose.run();
    arena.close();
  }

  /// What the movers of bytes know about the group.
  private record Bonds(Roster roster, Fate fate, Watch watch) implements Ties {
    private static final long NEWS_MILLIS = 1_000;

    private String place(Header header) {
      return "rank " + roster.me() + " of " + roster.size() + " in " + header.call();
    }

    @Override
    public void check(Header header) {
      if (fate.isOver()) {
        fate.check(place(header));
      }
    }

    /// News of a death or a farewell may be a moment behind the end of the data.
    @Override
    public void lost(int rank, IOException failure, Header header) {
      long deadline = System.nanoTime() + NEWS_MILLIS * 1_000_000;
      while (!fate.await(2) && System.nanoTime() - deadline < 0) {
        if (watch.hasLeft(rank)) {
          fate.end(new Cause.PeerLeft(rank));
        }
      }
      fate.end(new Cause.LinkLost(rank, "the link to rank " + rank + " broke: " + failure));
      fate.check(place(header));
      throw new CollectiveAborted(new Cause.LinkLost(rank, failure.toString()), place(header));
    }

    @Override
    public void late(int rank, Duration limit, Header header) {
      String reason = "rank " + rank + " kept the others waiting for more than " + limit;
      fate.end(new Cause.TimedOut(rank, reason));
      fate.check(place(header));
    }
  }
}
