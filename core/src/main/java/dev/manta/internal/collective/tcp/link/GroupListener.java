package dev.manta.internal.collective.tcp.link;

import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.link.LinkListener;
import dev.manta.internal.machine.PortRange;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Where a process listens for the members of one plan, and from where it calls them. Callers wait
/// in the queue of the socket until the plan is known; strangers are turned away and named in the
/// log.
public final class GroupListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(GroupListener.class.getName());
  private static final int QUEUE = 1024;
  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration PROBE = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration HANDSHAKE = Duration.ofSeconds(20);

  private final ServerSocketChannel server;
  private final GroupEndpoint endpoint;
  private final LinkEncryption encryption;
  private final AcceptedLinks acceptedLinks = new AcceptedLinks();
  private volatile @Nullable GroupMembers members;
  private @Nullable Thread door;

  private GroupListener(
      ServerSocketChannel server, GroupEndpoint endpoint, LinkEncryption encryption) {
    this.server = server;
    this.endpoint = endpoint;
    this.encryption = encryption;
  }

  /// Listens on a free port of an address.
  public static GroupListener open(InetAddress address, PortRange ports, LinkEncryption encryption)
      throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      ports.bind(address, at -> server.bind(at, QUEUE));
    } catch (IOException e) {
      Sockets.close(server);
      throw e;
    }
    int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    String secret = HexFormat.of().formatHex(LinkHandshake.random());
    GroupEndpoint endpoint =
        new GroupEndpoint(address.getHostAddress(), port, secret, encryption.print());
    return new GroupListener(server, endpoint, encryption);
  }

  /// What an offer carries as its address.
  public String address() {
    return endpoint.text();
  }

  /// Whether a member of the plan is on another host.
  public boolean isElsewhere(int rank) {
    return known().isElsewhere(rank);
  }

  /// Where a member of the plan listens, without the port.
  public String host(int rank) {
    return known().endpoints().get(rank).host();
  }

  /// Lets the members of the plan in.
  public void admit(GroupMembers plan) {
    members = plan;
    door =
        Thread.ofPlatform()
            .daemon()
            .name("manta-group-listener-" + endpoint.port())
            .start(this::listen);
  }

  private void listen() {
    while (server.isOpen()) {
      try {
        SocketChannel channel = server.accept();
        Thread.ofVirtual().name("manta-handshake").start(() -> greet(channel));
      } catch (IOException e) {
        refused(e);
      }
    }
  }

  /// A caller that hung up, or no file descriptor left: then there may be one in a moment.
  private void refused(IOException why) {
    if (server.isOpen()) {
      LOG.log(Level.WARNING, "cannot let a member in: {0}", why.toString());
      LockSupport.parkNanos(AGAIN.toNanos());
    }
  }

  private void greet(SocketChannel channel) {
    try {
      Sockets.prepare(channel);
      SocketPacing.remove(channel);
      answer(channel);
    } catch (IOException | RuntimeException e) {
      String caller = caller(channel);
      LOG.log(level(e), () -> "turned away " + caller + ": " + reason(e));
      Sockets.close(channel);
    }
  }

  /// Members knock without a word to see whether this process still listens.
  private static Level level(Exception failure) {
    return failure instanceof EOFException ? Level.DEBUG : Level.WARNING;
  }

  private static String reason(Exception failure) {
    String message = failure.getMessage();
    return message == null ? failure.toString() : message;
  }

  private static String caller(SocketChannel channel) {
    try {
      return String.valueOf(channel.getRemoteAddress());
    } catch (IOException _) {
      return "a caller that is gone";
    }
  }

  private void answer(SocketChannel channel) throws IOException {
    GroupMembers known = known();
    PeerLink link;
    try (ChannelReadiness stranger =
        new ChannelReadiness(channel, Deadline.in(LinkListener.STRANGER))) {
      link = encryption.link(channel, false, prints(known), stranger);
    }
    try (ChannelReadiness readiness = new ChannelReadiness(channel, Deadline.in(HANDSHAKE))) {
      LinkDialogue dialogue = new LinkDialogue(link, readiness);
      acceptedLinks.put(new LinkHandshake(known.token()).answer(dialogue, known.me()), link);
    }
  }

  private GroupMembers known() {
    GroupMembers known = members;
    if (known == null) {
      throw new IllegalStateException("no plan was given");
    }
    return known;
  }

  private static Set<String> prints(GroupMembers known) {
    return known.endpoints().stream()
        .map(GroupEndpoint::print)
        .collect(Collectors.toUnmodifiableSet());
  }

  /// Calls a member.
  public PeerLink call(LinkHello hello, int rank, Deadline deadline) throws IOException {
    GroupMembers known = known();
    GroupEndpoint callee = known.endpoints().get(rank);
    SocketChannel channel = SocketChannel.open();
    try {
      Sockets.prepare(channel);
      return call(channel, callee, hello, deadline);
    } catch (ConnectException e) {
      Sockets.close(channel);
      throw new ConnectException("rank " + rank + " no longer listens at " + callee.place());
    } catch (CollectiveAborted e) {
      Sockets.close(channel);
      throw e;
    } catch (IOException | RuntimeException e) {
      Sockets.close(channel);
      throw new IOException("rank " + rank + " at " + callee.place() + ": " + reason(e), e);
    }
  }

  private PeerLink call(
      SocketChannel channel, GroupEndpoint callee, LinkHello hello, Deadline deadline)
      throws IOException {
    connect(channel, callee, deadline.atMost(CONNECT));
    try (ChannelReadiness readiness = new ChannelReadiness(channel, deadline)) {
      SocketPacing.remove(channel);
      PeerLink link = encryption.link(channel, true, Set.of(callee.print()), readiness);
      new LinkHandshake(known().token()).call(new LinkDialogue(link, readiness), hello);
      return link;
    }
  }

  /// The system answers for a process however busy that is, so silence is the network's.
  private static void connect(SocketChannel channel, GroupEndpoint callee, Deadline deadline)
      throws IOException {
    channel.connect(callee.address());
    try (ChannelReadiness readiness = new ChannelReadiness(channel, deadline)) {
      while (!channel.finishConnect()) {
        readiness.await(SelectionKey.OP_CONNECT);
      }
    }
  }

  /// Waits for a member's call.
  public PeerLink await(LinkHello hello, int rank, Deadline deadline) throws IOException {
    while (true) {
      PeerLink link = acceptedLinks.take(hello, deadline.atMost(PROBE));
      if (link != null) {
        return link;
      }
      if (deadline.passed()) {
        throw new IOException("rank " + rank + " did not call in time");
      }
      probe(rank);
    }
  }

  /// A process that does not listen any more is gone, and will not call.
  private void probe(int rank) throws IOException {
    GroupEndpoint peer = known().endpoints().get(rank);
    try (SocketChannel channel = SocketChannel.open()) {
      channel.socket().connect(peer.address(), (int) CONNECT.toMillis());
    } catch (ConnectException _) {
      throw new ConnectException("rank " + rank + " no longer listens at " + peer.place());
    }
  }

  @Override
  public void close() {
    Sockets.close(server);
    acceptedLinks.close();
    Thread listening = door;
    if (listening != null) {
      join(listening);
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
