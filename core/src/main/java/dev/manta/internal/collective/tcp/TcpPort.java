package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallMeter;
import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.GroupPlan;
import dev.manta.internal.collective.NetworkSettings;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.tcp.link.GroupListener;
import dev.manta.internal.collective.tcp.link.GroupMembers;
import dev.manta.internal.collective.tcp.link.LinkEncryption;
import dev.manta.internal.collective.tcp.link.TlsEncryption;
import dev.manta.internal.link.PinnedTls;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/// Where a process can be reached for one group: it listens from the offer on, and belongs to the
/// group once joined.
public final class TcpPort implements AutoCloseable {
  private final GroupListener board;
  private boolean joined;

  private TcpPort(GroupListener board) {
    this.board = board;
  }

  /// Listens on a free port.
  public static TcpPort open(NetworkSettings network) throws IOException {
    LinkEncryption encryption =
        switch (network.links()) {
          case TLS -> new TlsEncryption(PinnedTls.ofProcess());
          case PLAIN -> LinkEncryption.NONE;
        };
    return new TcpPort(GroupListener.open(network.address(), network.ports(), encryption));
  }

  /// What the offer carries as its address.
  public String address() {
    return board.address();
  }

  /// Connects to all members of the plan, each with each.
  public Engine join(GroupPlan plan, Duration limit, CallMeter meter) {
    return connect(plan, limit, meter);
  }

  /// Connects the hosts of the plan; what makes an engine of the ranks of one host is given.
  public Engine join(
      GroupPlan plan,
      Duration limit,
      CallMeter meter,
      BiFunction<GroupPlan, CallMeter, Engine> inside) {
    List<HostRanks.Range> ranges =
        HostRanks.ranges(plan.offers().stream().map(Offer::host).toList());
    TcpEngine links = connect(plan, limit, meter);
    if (ranges.isEmpty() || ranges.size() == plan.size()) {
      return links;
    }
    HostRanks hosts = HostRanks.of(ranges, plan.rank());
    try {
      GroupPlan here = plan.some(hosts.here().first(), hosts.here().count());
      return new TwoLevelEngine(links, inside.apply(here, new WaitMeter(meter)), hosts);
    } catch (RuntimeException e) {
      links.close();
      throw e;
    }
  }

  private TcpEngine connect(GroupPlan plan, Duration limit, CallMeter meter) {
    GroupMembers members = GroupMembers.of(plan);
    int[] ranks = IntStream.range(0, plan.size()).toArray();
    GroupRanks.Terms terms = new GroupRanks.Terms(limit, isCrowded(plan));
    GroupRanks groupRanks = new GroupRanks(board, members.group(), plan.rank(), ranks, terms);
    board.admit(members);
    joined = true;
    try {
      return TcpEngine.open(groupRanks, meter, board::close);
    } catch (RuntimeException e) {
      board.close();
      throw e;
    }
  }

  private static boolean isCrowded(GroupPlan plan) {
    String here = plan.mine().host();
    long neighbours = plan.offers().stream().filter(offer -> offer.host().equals(here)).count();
    return neighbours > Runtime.getRuntime().availableProcessors();
  }

  /// Stops listening, unless a group needs it.
  @Override
  public void close() {
    if (!joined) {
      board.close();
    }
  }
}
