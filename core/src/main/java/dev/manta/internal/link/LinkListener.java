package dev.manta.internal.link;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;

/// Where resumable links are called. A stranger gets a handshake, five seconds and one short
/// message; whoever is refused is named in the log.
public final class LinkListener implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.link");

  /// How long a stranger has to show who it is.
  public static final Duration STRANGER = Duration.ofSeconds(5);

  private static final int STRANGERS_MAX = 64;
  private static final int STRANGER_FRAME = 1_024;

  /// A link and whose it is: nobody else may continue with it.
  private record Session(LinkPeer peer, ResumableLink link) {}

  /// Somebody who may call, and what it said.
  private record Caller(LinkConnection connection, LinkMessage.Hello hello) {}

  private final ServerSocket server;
  private final PinnedTls tls;
  private final LinkGuard guard;
  private final LinkTerms terms;
  private final BiConsumer<LinkPeer, ResumableLink> opened;
  private final Map<Long, Session> sessions = new ConcurrentHashMap<>();
  private final RareWarnings warnings = new RareWarnings();
  private final Semaphore strangers = new Semaphore(STRANGERS_MAX);

  private LinkListener(
      ServerSocket server,
      PinnedTls tls,
      LinkGuard guard,
      LinkTerms terms,
      BiConsumer<LinkPeer, ResumableLink> opened) {
    this.server = server;
    this.tls = tls;
    this.guard = guard;
    this.terms = terms;
    this.opened = opened;
  }

  /// Listens from now on.
  ///
  /// @param opened is given each new link, on a thread of its own
  public static LinkListener open(
      InetSocketAddress at,
      PinnedTls tls,
      LinkGuard guard,
      LinkTerms terms,
      BiConsumer<LinkPeer, ResumableLink> opened) {
    try {
      var server = new ServerSocket();
      server.bind(at);
      var listener = new LinkListener(server, tls, guard, terms, opened);
      Thread.ofPlatform().daemon().name("manta-link-listener").start(listener::accept);
      return listener;
    } catch (IOException e) {
      throw new MantaException(ErrorCode.CLUSTER, "cannot listen at %s: %s".formatted(at, e), e);
    }
  }

  public int port() {
    return server.getLocalPort();
  }

  /// Takes somebody no longer, and ends the links that it has.
  public void forget(String print) {
    guard.forget(print);
    sessions.values().stream()
        .filter(session -> session.peer().print().equals(print))
        .forEach(session -> session.link().close("this end does not know it any more"));
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        Thread.ofVirtual().name("manta-link-stranger").start(() -> greet(socket));
      } catch (IOException e) {
        if (!server.isClosed()) {
          LOG.log(Level.WARNING, "a connection did not come about: {0}", e.toString());
        }
      }
    }
  }

  private void greet(Socket socket) {
    if (!strangers.tryAcquire()) {
      turnAway(socket, "too many callers at once that have not said who they are");
      return;
    }
    try {
      Caller caller = admit(socket);
      join(caller.connection(), caller.hello());
    } catch (IOException | RuntimeException e) {
      turnAway(socket, reason(e));
    }
  }

  /// Hears who somebody is, within the limits of a stranger.
  private Caller admit(Socket socket) throws IOException {
    AtomicBoolean known = new AtomicBoolean();
    Thread limit = Thread.ofVirtual().start(() -> cutAfterLimit(socket, known));
    try {
      LinkConnection connection = LinkConnection.answer(socket, tls, guard);
      LinkCodec.Parcel first = LinkCodec.read(connection.in(), STRANGER_FRAME, () -> {});
      if (!(first.message() instanceof LinkMessage.Hello hello)) {
        throw new LinkViolation("it did not begin with a hello");
      }
      known.set(true);
      return new Caller(connection, hello);
    } finally {
      limit.interrupt();
      strangers.release();
    }
  }

  private static void cutAfterLimit(Socket socket, AtomicBoolean known) {
    try {
      Thread.sleep(STRANGER);
      if (!known.get()) {
        socket.close();
      }
    } catch (IOException | InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static String reason(Exception failure) {
    if (failure instanceof SocketException) {
      return "it did not say who it is within " + STRANGER.toSeconds() + " s, or hung up";
    }
    String message = String.valueOf(failure.getMessage());
    return failure instanceof SSLException ? "no TLS 1.3 as spoken here: " + message : message;
  }

  private void turnAway(Socket socket, String why) {
    warnings
        .word(
            "turned away " + socket.getRemoteSocketAddress() + ": " + why,
            Duration.ofNanos(System.nanoTime()))
        .ifPresent(line -> LOG.log(Level.WARNING, line));
    try {
      socket.close();
    } catch (IOException _) {
      // it is gone
    }
  }

  private void join(LinkConnection connection, LinkMessage.Hello hello) throws IOException {
    sessions.values().removeIf(session -> session.link().end().isPresent());
    Session session = sessions.get(hello.session());
    if (session == null && hello.known() != 0) {
      leave(connection);
    } else if (session == null) {
      begin(connection, hello);
    } else if (session.peer().is(connection.peer())) {
      session.link().answer(connection, hello);
    } else {
      throw new LinkViolation("it wants to continue with a link that is not its own");
    }
  }

  /// The caller continues with a link that nobody here remembers.
  private static void leave(LinkConnection connection) throws IOException {
    var bye = new LinkMessage.Bye(LinkMessage.Parting.RESTARTED, "the other end");
    LinkCodec.write(new LinkCodec.Parcel(bye), connection.out());
    connection.out().flush();
    LOG.log(
        Level.INFO,
        () -> connection.peer().address() + " continues with a link that is not known here");
    connection.close();
  }

  /// One that calls twice at once begins one link.
  private void begin(LinkConnection connection, LinkMessage.Hello hello) throws IOException {
    ResumableLink link = ResumableLink.called(terms);
    var session = new Session(connection.peer(), link);
    if (sessions.putIfAbsent(hello.session(), session) != null) {
      link.close();
      join(connection, hello);
      return;
    }
    link.answer(connection, hello);
    opened.accept(connection.peer(), link);
  }

  /// Ends all links, and listens no longer.
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "a listener did not close: " + e);
    }
    List.copyOf(sessions.values()).forEach(session -> session.link().close());
  }
}
