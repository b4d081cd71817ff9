package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.CallHeader;
import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.Reduction;
import dev.manta.internal.collective.TransferPlan;
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
  private final HostRanks hosts;
  private long sequence;

  TwoLevelEngine(TcpEngine links, Engine local, HostRanks hosts) {
    this.links = links;
    this.local = local;
    this.hosts = hosts;
    links.onEnd(cause -> local.abort(new Cause.Requested(cause.reason())));
  }

  @Override
  public void barrier(CallHeader header) {
    links.barrier(header);
  }

  @Override
  public void reduce(CallHeader header, Reduction reduction, MemorySegment in, MemorySegment out) {
    if (in.byteSize() < LARGE || !(reduction.target() instanceof Reduction.Everyone)) {
      links.reduce(header, reduction, in, out);
      return;
    }
    CallHeader[] headers = links.meet(header);
    int unit = reduction.type().bytes();
    within(
        header,
        () ->
            new TwoLevelReduce(links, local, hosts, unit, () -> ++sequence)
                .run(header, links.fold(reduction, headers), in, out));
  }

  @Override
  public void exchange(
      CallHeader header, TransferPlan transfer, MemorySegment in, MemorySegment out) {
    if (transfer instanceof TransferPlan.Broadcast(long size, int root) && size >= LARGE) {
      broadcast(header, size, root, in);
    } else {
      links.exchange(header, transfer, in, out);
    }
  }

  /// Once to every other host, then inside each.
  private void broadcast(CallHeader header, long size, int root, MemorySegment inOut) {
    links.exchange(header, new TransferPlan.Chosen(size, root, leaders(root)), inOut, inOut);
    HostRanks.Range here = hosts.here();
    int leader = here.holds(root) ? root : here.first();
    CallHeader inside = new CallHeader(++sequence, header.signature(), header.count(), 0, 0, 0);
    TransferPlan plan = new TransferPlan.Broadcast(size, leader - here.first());
    within(header, () -> local.exchange(inside, plan, inOut, inOut));
  }

  private boolean[] leaders(int root) {
    boolean[] leaders = new boolean[links.size()];
    for (HostRanks.Range host : hosts.hosts()) {
      leaders[host.first()] = !host.holds(root);
    }
    return leaders;
  }

  /// Runs something inside the host; its end is the end of the whole group.
  private void within(CallHeader header, Runnable action) {
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
  public void send(CallHeader header, int to, MemorySegment values) {
    links.send(header, to, values);
  }

  @Override
  public void receive(CallHeader header, int from, MemorySegment values) {
    links.receive(header, from, values);
  }

  @Override
  public MemorySegment allocate(CallHeader header, long bytes) {
    links.meet(header);
    CallHeader inside = new CallHeader(++sequence, header.signature(), 0, 0, bytes, 0);
    MemorySegment[] made = new MemorySegment[1];
    within(header, () -> made[0] = local.allocate(inside, bytes));
    return made[0];
  }

  @Override
  public Engine group(CallHeader header, int[] ranks, CallMeter meter) {
    HostRanks.Range here = hosts.here();
    int[] neighbours =
        Arrays.stream(ranks).filter(here::holds).map(r -> r - here.first()).toArray();
    if (neighbours.length == ranks.length) {
      links.agree(header, ranks);
      return local.group(header, neighbours, meter);
    }
    TcpEngine some = links.group(header, ranks, meter);
    List<HostRanks.Range> ranges =
        HostRanks.ranges(
            Arrays.stream(ranks).mapToObj(rank -> "" + hosts.of(rank).first()).toList());
    return ranges.isEmpty() || ranges.size() == ranks.length
        ? some
        : twoLevels(some, header, neighbours, HostRanks.of(ranges, some.rank()));
  }

  private Engine twoLevels(TcpEngine some, CallHeader header, int[] neighbours, HostRanks theirs) {
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

  @Override
  public List<Integer> unheard() {
    return links.unheard();
  }

  /// The inner engine first: the end of the links would abort it, and with it a neighbour that is
  /// still taking its last values.
  @Override
  public void close() {
    local.close();
    links.close();
  }
}
