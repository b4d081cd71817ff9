package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Engine;
import dev.manta.internal.collective.Meter;
import dev.manta.internal.collective.Network;
import dev.manta.internal.collective.Offer;
import dev.manta.internal.collective.Plan;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/// Where a process can be reached for one group: it listens from the offer on, and belongs to the
/// group once joined.
public final class TcpPort implements AutoCloseable {
  private final Switchboard board;
  private boolean joined;

  private TcpPort(Switchboard board) {
    this.board = board;
  }

  /// Listens on a free port.
  public static TcpPort open(Network network) throws IOException {
    Encryption encryption =
        switch (network.links()) {
          case TLS -> TlsEncryption.ofProcess();
          case PLAIN -> Encryption.NONE;
        };
    return new TcpPort(Switchboard.open(network.address(), encryption));
  }

  /// What the offer carries as its address.
  public String address() {
    return board.address();
  }

  /// Connects to all members of the plan, each with each.
  public Engine join(Plan plan, Duration limit, Meter meter) {
    return connect(plan, limit, meter);
  }

  /// Connects the hosts of the plan; what makes an engine of the ranks of one host is given.
  public Engine join(
      Plan plan, Duration limit, Meter meter, BiFunction<Plan, Meter, Engine> inside) {
    List<Hosts.Range> ranges = Hosts.ranges(plan.offers().stream().map(Offer::host).toList());
    TcpEngine links = connect(plan, limit, meter);
    if (ranges.isEmpty() || ranges.size() == plan.size()) {
      return links;
    }
    Hosts hosts = Hosts.of(ranges, plan.rank());
    try {
      Plan here = plan.some(hosts.here().first(), hosts.here().count());
      return new TwoLevelEngine(links, inside.apply(here, new WaitMeter(meter)), hosts);
    } catch (RuntimeException e) {
      links.close();
      throw e;
    }
  }

  private TcpEngine connect(Plan plan, Duration limit, Meter meter) {
    Members members = Members.of(plan);
    int[] ranks = IntStream.range(0, plan.size()).toArray();
    Roster.Terms terms = new Roster.Terms(limit, isCrowded(plan));
    Roster roster = new Roster(board, members.group(), plan.rank(), ranks, terms);
    board.admit(members);
    joined = true;
    try {
      return TcpEngine.open(roster, meter, board::close);
    } catch (RuntimeException e) {
      board.close();
      throw e;
    }
  }

  private static boolean isCrowded(Plan plan) {
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
