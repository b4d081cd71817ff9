package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.Exchange;
import dev.manta.internal.collective.Header;
import dev.manta.internal.collective.Meter;
import dev.manta.internal.collective.Reduction;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A group over several hosts with several ranks each: what is large goes through shared memory
/// inside a host and passes between hosts once; everything else goes directly from rank to rank.
/// Headers are always exchanged between all ranks, so the inner engine only moves bytes.
final class TwoLevelEngine implements Engine {
  /// Below this, going directly is faster than meeting twice.
  private static final long LARGE = 256 * 1024;

  private static final long NEWS_MILLIS = 1_000;

  private final TcpEngine links;
  private final Engine local;
  private final Hosts hosts;
  private long sequence;

  TwoLevelEngine(TcpEngine links, Engine local, Hosts hosts) {
    this.links = links;
    this.local = local;
    this.hosts = hosts;
    links.onEnd(cause -> local.abort(new Cause.Requested(cause.reason())));
  }

  @Override
  public void barrier(Header header) {
    links.barrier(header);
  }

  @Override
  public void reduce(Header header, Reduction reduction, MemorySegment in, MemorySegment out) {
    if (in.byteSize() < LARGE || !(reduction.target() instanceof Reduction.Everyone)) {
      links.reduce(header, reduction, in, out);
      return;
    }
    Header[] headers = links.meet(header);
    int unit = reduction.type().bytes();
    within(
        header,
        () ->
            new TwoLevelReduce(links, local, hosts, unit, () -> ++sequence)
                .run(header, links.fold(reduction, headers), in, out));
  }

  @Override
  public void exchange(Header header, Exchange exchange, MemorySegment in, MemorySegment out) {
    if (exchange instanceof Exchange.Broadcast(long size, int root) && size >= LARGE) {
      broadcast(header, size, root, in);
    } else {
      links.exchange(header, exchange, in, out);
    }
  }

  /// Once to every other host, then inside each.
  private void broadcast(Header header, long size, int root, MemorySegment inOut) {
    links.exchange(header, new Exchange.Chosen(size, root, leaders(root)), inOut, inOut);
    Hosts.Range here = hosts.here();
    int leader = here.holds(root) ? root : here.first();
    Header inside = new Header(++sequence, header.signature(), header.count(), 0, 0, 0);
    Exchange plan = new Exchange.Broadcast(size, leader - here.first());
    within(header, () -> local.exchange(inside, plan, inOut, inOut));
  }

  private boolean[] leaders(int root) {
    boolean[] leaders = new boolean[links.size()];
    for (Hosts.Range host : hosts.hosts()) {
      leaders[host.first()] = !host.holds(root);
    }
    return leaders;
  }

  /// Runs something inside the host; its end is the end of the whole group.
  private void within(Header header, Runnable action) {
    try {
      action.run();
    } catch (CollectiveAborted e) {
      if (e.why() instanceof Cause.Requested) {
        links.await(NEWS_MILLIS);
      }
      links.abort(translated(e.why()));
      links.check(header);
      throw e;
    }
  }

  private Cause translated(Cause cause) {
    int first = hosts.here().first();
    return switch (cause) {
      case Cause.PeerDied(int rank) -> new Cause.PeerDied(first + rank);
      case Cause.PeerLeft(int rank) -> new Cause.PeerLeft(first + rank);
      case Cause.TimedOut(int rank, String reason) -> new Cause.TimedOut(first + rank, reason);
      case Cause.LinkLost(int rank, String reason) -> new Cause.LinkLost(first + rank, reason);
      case Cause.Requested _, Cause.Mismatched _ -> cause;
    };
  }

  @Override
  public void send(Header header, int to, MemorySegment values) {
    links.send(header, to, values);
  }

  @Override
  public void receive(Header header, int from, MemorySegment values) {
    links.receive(header, from, values);
  }

  @Override
  public MemorySegment allocate(Header header, long bytes) {
    links.meet(header);
    Header inside = new Header(++sequence, header.signature(), 0, 0, bytes, 0);
    MemorySegment[] made = new MemorySegment[1];
    within(header, () -> made[0] = local.allocate(inside, bytes));
    return made[0];
  }

  @Override
  public Engine group(Header header, int[] ranks, Meter meter) {
    Hosts.Range here = hosts.here();
    int[] neighbours =
        Arrays.stream(ranks).filter(here::holds).map(r -> r - here.first()).toArray();
    if (neighbours.length == ranks.length) {
      links.agree(header, ranks);
      return local.group(header, neighbours, meter);
    }
    TcpEngine some = links.group(header, ranks, meter);
    List<Hosts.Range> ranges =
        Hosts.ranges(Arrays.stream(ranks).mapToObj(rank -> "" + hosts.of(rank).first()).toList());
    return ranges.isEmpty() || ranges.size() == ranks.length
        ? some
        : twoLevels(some, header, neighbours, Hosts.of(ranges, some.rank()));
  }

  private Engine twoLevels(TcpEngine some, Header header, int[] neighbours, Hosts theirs) {
    try {
      Engine inside = local.group(header, neighbours, SilentMeter.INSTANCE);
      return new TwoLevelEngine(some, inside, theirs);
    } catch (RuntimeException e) {
      some.close();
      throw e;
    }
  }

  @Override
  public List<String> explain(String place) {
    return links.explain(place);
  }

  @Override
  public void abort(Cause cause) {
    links.abort(cause);
  }

  @Override
  public Optional<Cause> aborted() {
    return links.aborted();
  }

  @Override
  public List<Integer> missing() {
    List<Integer> missing = new ArrayList<>(links.missing());
    if (missing.isEmpty()) {
      local.missing().forEach(rank -> missing.add(hosts.here().first() + rank));
    }
    return List.copyOf(missing);
  }

  /// The inner engine first: the end of the links would abort it, and with it a neighbour that is
  /// still taking its last values.
  @Override
  public void close() {
    local.close();
    links.close();
  }
}
