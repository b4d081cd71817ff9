package dev.manta.cluster.daemon;

import dev.manta.cluster.Node;
import dev.manta.cluster.desk.JoinMessage;
import dev.manta.cluster.desk.Member;
import dev.manta.cluster.desk.MemberList;
import dev.manta.cluster.desk.Newcomer;
import dev.manta.cluster.member.Membership;
import dev.manta.cluster.member.MembershipSettings;
import dev.manta.cluster.node.NodeAgent;
import dev.manta.cluster.node.NodeSettings;
import dev.manta.dashboard.Dashboard;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.head.HeadAddress;
import dev.manta.internal.link.IdentityFile;
import dev.manta.internal.link.LinkGuard;
import dev.manta.internal.link.LinkListener;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.machine.PortRange;
import dev.manta.internal.metrics.MetricsPort;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A daemon from its start to its end.
final class Daemon implements ClusterView {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final Duration FIRST_JOIN = Duration.ofSeconds(20);
  private static final Duration LOOKS_FOR_OTHERS = Duration.ofSeconds(5);
  private static final Duration FOREVER = Duration.ofDays(3_650);
  private static final Duration CLOSES = Duration.ofSeconds(5);
  private static final Duration UP = Duration.ofSeconds(60);

  private final DataDirectory directory;
  private final DaemonSettings settings;
  private final MemberBook book;
  private final PinnedTls tls;
  private final DaemonTokens tokens;
  private final LinkGuard guard = new LinkGuard();
  private final Node node;
  private final Member own;
  private final NodeDesk nodeDesk;
  private final HeadDesk headDesk;
  private final NodeAgent agent;
  private final LinkListener listener;

  /// Drivers and workers are served before there is any.
  private volatile @Nullable Membership membership;

  private final Leaving leaving;
  private final Optional<MetricsPort> metrics;

  /// From when this daemon is first a member, as only then it has the tokens of its cluster.
  private Optional<Dashboard> dashboard = Optional.empty();

  Daemon(DataDirectory directory, Node found) {
    this.directory = directory;
    this.settings =
        new DaemonSettings(Described.parse(directory.kept(directory.settings()).orElseThrow()));
    this.book = new MemberBook(directory);
    this.tls = new PinnedTls(new IdentityFile(directory.identity()).readOrCreate());
    this.tokens = DaemonTokens.of(directory, tls.print(), settings.address().isEmpty());
    this.node = settings.node(found);
    InetAddress host = host();
    this.own = own(host);
    this.leaving = new Leaving(directory);
    this.nodeDesk =
        new NodeDesk(
            directory,
            node,
            book,
            guard,
            new NodeDesk.Consequences(this::forget, this::end, leaving::leave));
    this.agent = new NodeAgent(nodeSettings(host), nodeDesk);
    this.headDesk = new HeadDesk(newcomer(), book, nodeDesk::term, this, tokens.texts());
    if (settings.candidate()) {
      tokens.admit(guard);
    }
    var at = new InetSocketAddress(host, own.port());
    this.listener =
        LinkListener.open(at, tls, guard, LinkTerms.DEFAULT, new LinkDesk(headDesk, agent)::opened);
    this.membership = Membership.open(membershipSettings(), nodeDesk, headDesk);
    this.metrics = NodeMetrics.open(settings, nodeDesk::report, this::count);
  }

  private void forget(String print) {
    listener.forget(print);
  }

  private void end(String run) {
    agent.end(run);
  }

  /// The one that was named, or the one from which the cluster is reached.
  private InetAddress host() {
    settings.dataHost().ifPresent(data -> OwnAddress.named("--data-host", data));
    return settings
        .host()
        .map(named -> OwnAddress.named("--host", named))
        .or(() -> settings.address().map(head -> OwnAddress.towards(address(head))))
        .orElseGet(OwnAddress::towardsOthers);
  }

  /// Workers are reached by those on other nodes as this daemon is, unless told otherwise.
  private NodeSettings nodeSettings(InetAddress host) {
    Map<String, String> variables = new TreeMap<>();
    variables.put(NodeSettings.DATA_HOST, settings.dataHost().orElse(host.getHostAddress()));
    if (!settings.ports().equals(PortRange.ANY)) {
      variables.put(PortRange.VARIABLE, settings.ports().toString());
    }
    return NodeSettings.in(directory.node(), node.name(), variables);
  }

  private HeadAddress address(String head) {
    return HeadAddress.parse(head, tokens.join().print());
  }

  /// A daemon that is started again is found where it was.
  private Member own(InetAddress host) {
    Described before =
        directory.kept(directory.ports()).map(Described::parse).orElse(new Described(Map.of()));
    var ports = new DaemonPorts(settings.ports(), host);
    int wished = settings.port() > 0 ? settings.port() : wished(before, "port");
    int port = ports.free(wished);
    if (settings.port() > 0 && port != settings.port()) {
      throw new MantaException(
          ErrorCode.USER,
          "port %s of %s is taken; give another one with --port"
              .formatted(settings.port(), host.getHostAddress()));
    }
    int memberPort = ports.freeBeside(port, wished(before, "members"));
    Described now =
        new Described(
            Map.of("port", Integer.toString(port), "members", Integer.toString(memberPort)));
    directory.keep(directory.ports(), now.bytes());
    String name = settings.host().orElse(host.getHostAddress());
    return new Member(node.name(), tls.print(), name, port, memberPort, settings.candidate());
  }

  private static int wished(Described before, String which) {
    return before.find(which).map(Integer::parseInt).orElse(0);
  }

  private Newcomer newcomer() {
    String release = String.valueOf(Daemon.class.getPackage().getImplementationVersion());
    return new Newcomer(own, release, Runtime.version().feature());
  }

  private MembershipSettings membershipSettings() {
    return new MembershipSettings(
        own.name(), own.host(), own.memberPort(), own.candidate(), tls, book::prints);
  }

  /// Takes part in the cluster until this process ends. A membership that the others have ended, as
  /// those do that were cut off from this daemon, is begun again; drivers and workers are served
  /// meanwhile, and notice nothing.
  void takePart(boolean again) throws InterruptedException {
    leaving.ready(this);
    if (settings.endsWithStarter()) {
      leaving.leaveAtEndOf(System.in);
    }
    begin(again);
    while (true) {
      membership().awaitRemoved();
      LOG.log(Level.WARNING, "this daemon is no longer a member of its cluster");
      leaving.awaitEndIfBegun();
      if (!membership().isOverWithin(CLOSES)) {
        throw new MantaException(
            ErrorCode.CLUSTER, "what this daemon had opened as a member does not close");
      }
      membership = Membership.open(membershipSettings(), nodeDesk, headDesk);
      begin(true);
    }
  }

  /// Returns when this daemon is a member.
  void begin(boolean again) throws InterruptedException {
    Membership joins = membership();
    joins.join(seeds(again));
    if (!joins.isUpWithin(again ? FOREVER : UP)) {
      if (joins.isOver()) {
        return;
      }
      throw new MantaException(
          ErrorCode.CLUSTER,
          "the other daemons did not take this one in within %s s; do they reach port %s of %s?"
              .formatted(UP.toSeconds(), own.memberPort(), own.host()));
    }
    if (dashboard.isEmpty()) {
      dashboard = new HeadDashboard(settings, directory, own).open(again);
    }
    directory.keep(directory.ready(), described().bytes());
    var call = new JoinCall(tokens.join(), tls);
    new Reunion(call, book, joins, headDesk).start();
    if (own.candidate()) {
      new HeadWatch(call, book, joins, own.name()).start();
    }
  }

  private Described described() {
    return new Described(
        Map.of(
            "name", own.name(),
            "address", own.head().text(),
            "print", own.print(),
            "candidate", Boolean.toString(own.candidate())));
  }

  /// Whom to join: those whom a head names, or those of old.
  private List<Membership.Place> seeds(boolean again) throws InterruptedException {
    List<HeadAddress> known = candidates();
    if (!known.isEmpty()) {
      boolean founds = founds(again);
      Duration limit = founds ? LOOKS_FOR_OTHERS : again ? FOREVER : FIRST_JOIN;
      Optional<JoinMessage.Joined> joined =
          new Joining(new JoinCall(tokens.join(), tls), newcomer()).join(known, limit);
      if (joined.isPresent()) {
        return joined(joined.get());
      }
      if (!founds) {
        throw new MantaException(
            ErrorCode.CLUSTER,
            "no head answers at %s; is it started, and is that port reached from here?"
                .formatted(settings.address().orElseThrow()));
      }
    }
    return founded();
  }

  /// A candidate that has been a member continues alone where it finds nobody: terms keep two heads
  /// from doing harm, and parts of a cluster find each other again.
  private boolean founds(boolean again) {
    return settings.address().isEmpty() || (again && own.candidate());
  }

  private List<HeadAddress> candidates() {
    List<HeadAddress> known = new ArrayList<>(book.list().heads(""));
    settings.address().map(this::address).filter(head -> !isKnown(head)).ifPresent(known::add);
    known.removeIf(head -> head.print().equals(own.print()));
    return known;
  }

  private boolean isKnown(HeadAddress head) {
    return book.list().members().stream().anyMatch(member -> member.head().equals(head));
  }

  private List<Membership.Place> joined(JoinMessage.Joined joined) {
    tokens.take(joined.tokens(), guard);
    book.take(joined.members());
    return places(joined.members(), joined.head());
  }

  private List<Membership.Place> places(MemberList members, String first) {
    List<Membership.Place> places = new ArrayList<>();
    for (Member member : members.members()) {
      var place = new Membership.Place(member.host(), member.memberPort());
      if (!member.name().equals(own.name())) {
        places.add(member.name().equals(first) ? 0 : places.size(), place);
      }
    }
    return places;
  }

  /// A cluster of its own, unless daemons that it knows of old are in one.
  private List<Membership.Place> founded() {
    if (book.list().members().isEmpty()) {
      book.take(MemberList.EMPTY.with(0, own).keptIn(settings.storage()));
    }
    List<Membership.Place> places = new ArrayList<>(List.of(membership().place()));
    places.addAll(places(book.list(), ""));
    return places;
  }

  @Override
  public List<HeadAddress> heads() {
    Membership now = membership;
    return now == null ? List.of() : book.list().heads(now.head().orElse(""));
  }

  @Override
  public int count() {
    Membership now = membership;
    return now == null ? 0 : now.members().size();
  }

  /// Ends it in a process that continues; whoever takes part for it is interrupted first.
  void stop() throws InterruptedException {
    dashboard.ifPresent(Dashboard::close);
    metrics.ifPresent(MetricsPort::close);
    listener.close();
    agent.close();
    membership().end();
    membership().isOverWithin(CLOSES);
  }

  NodeDesk nodeDesk() {
    return nodeDesk;
  }

  NodeAgent agent() {
    return agent;
  }

  Membership membership() {
    return Objects.requireNonNull(membership);
  }
}
