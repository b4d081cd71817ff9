package dev.manta.cluster.daemon;

import dev.manta.cluster.desk.DeskCodec;
import dev.manta.cluster.desk.HeadDoes;
import dev.manta.cluster.desk.HeadHears;
import dev.manta.cluster.desk.HeadReign;
import dev.manta.cluster.desk.JoinMessage;
import dev.manta.cluster.desk.Newcomer;
import dev.manta.cluster.head.HeadMachine;
import dev.manta.cluster.member.HeadSeat;
import dev.manta.internal.head.FromHead;
import dev.manta.internal.head.HeadCodec;
import dev.manta.internal.head.HeadViolation;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkPeer;
import dev.manta.internal.link.ResumableLink;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Where drivers, commands and newcomers speak with the head, as long as this daemon is it; else
/// they are told where it is.
final class HeadDesk implements HeadSeat {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");

  private final Newcomer own;
  private final MemberBook book;
  private final LongSupplier term;
  private final ClusterView view;
  private final List<String> tokens;
  private final long life = new SecureRandom().nextLong();
  private final AtomicLong last = new AtomicLong();
  private final Map<Long, ResumableLink> sessions = new ConcurrentHashMap<>();
  private volatile @Nullable Consumer<HeadHears> inlet;

  /// @param own this daemon
  /// @param term the highest that its node has heard of
  /// @param view who is there, as far as is known
  /// @param tokens what other candidates must take, too
  HeadDesk(
      Newcomer own, MemberBook book, LongSupplier term, ClusterView view, List<String> tokens) {
    this.own = own;
    this.book = book;
    this.term = term;
    this.view = view;
    this.tokens = List.copyOf(tokens);
  }

  @Override
  public HeadReign reign() {
    return new HeadReign(
        new HeadMachine(), own.member().name(), life, term.getAsLong(), book.list());
  }

  @Override
  public void begun(Consumer<HeadHears> taken) {
    LOG.log(Level.INFO, "this daemon is the head");
    inlet = taken;
    taken.accept(new HeadHears.Joins(0, own.member().print(), own));
  }

  long term() {
    return term.getAsLong();
  }

  boolean isHead() {
    return inlet != null;
  }

  @Override
  public void does(HeadDoes wanted) {
    switch (wanted) {
      case HeadDoes.TellDriver(long session, FromHead said) -> send(session, HeadCodec.write(said));
      case HeadDoes.Answer(long session, JoinMessage answer, boolean candidate) ->
          send(session, DeskCodec.write(candidate ? complete(answer) : answer));
      case HeadDoes.Keep(var members) -> book.take(members);
      case HeadDoes.TellNode _, HeadDoes.Evict _ ->
          throw new IllegalStateException("not a desk's matter: " + wanted);
    }
  }

  /// Whoever may become the head must take the same tokens.
  private JoinMessage complete(JoinMessage answer) {
    return answer instanceof JoinMessage.Joined(String head, var members, var _)
        ? new JoinMessage.Joined(head, members, tokens)
        : answer;
  }

  /// Who does not read what it asked for is let go.
  private void send(long session, byte[] frame) {
    ResumableLink link = sessions.get(session);
    try {
      if (link != null && !link.trySend(frame)) {
        link.close("it reads too slowly");
      }
    } catch (LinkLost _) {
      sessions.remove(session);
    }
  }

  @Override
  public void ended() {
    LOG.log(Level.INFO, "this daemon is not the head any more");
    inlet = null;
    sessions.values().forEach(ResumableLink::close);
  }

  /// What is done with each frame of a link.
  private interface Listener {
    void hear(long session, byte[] frame) throws IOException, InterruptedException;
  }

  private void serve(ResumableLink link, Listener listener) {
    long session = last.incrementAndGet();
    sessions.put(session, link);
    try {
      while (true) {
        listener.hear(session, link.receive());
      }
    } catch (HeadViolation | IllegalArgumentException e) {
      LOG.log(Level.WARNING, "a link was ended: {0}", e.getMessage());
      link.close(String.valueOf(e.getMessage()));
    } catch (IOException over) {
      LOG.log(Level.DEBUG, "a link is over: {0}", over.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      sessions.remove(session);
    }
  }

  /// Serves a driver or a command until its link is over.
  void serveDriver(LinkPeer peer, ResumableLink link) {
    serve(
        link,
        (session, frame) -> {
          Consumer<HeadHears> head = inlet;
          if (head == null) {
            link.send(HeadCodec.write(new FromHead.Elsewhere(view.heads())));
          } else {
            head.accept(new HeadHears.Said(session, peer.print(), HeadCodec.toHead(frame)));
          }
        });
  }

  /// Serves a newcomer.
  void serveNewcomer(LinkPeer peer, ResumableLink link) {
    serve(link, (session, frame) -> hear(peer, link, session, DeskCodec.join(frame)));
  }

  private void hear(LinkPeer peer, ResumableLink link, long session, JoinMessage message)
      throws LinkLost, InterruptedException {
    switch (message) {
      case JoinMessage.Asks(Newcomer newcomer) -> asked(peer, link, session, newcomer);
      case JoinMessage.Looks() -> link.send(DeskCodec.write(seen()));
      case JoinMessage.Joined _,
          JoinMessage.NotJoined _,
          JoinMessage.Elsewhere _,
          JoinMessage.Seen _ ->
          throw new IllegalArgumentException("not for a head: " + message.getClass());
    }
  }

  private void asked(LinkPeer peer, ResumableLink link, long session, Newcomer newcomer)
      throws LinkLost, InterruptedException {
    Consumer<HeadHears> head = inlet;
    if (head == null) {
      link.send(DeskCodec.write(new JoinMessage.Elsewhere(view.heads())));
    } else if (newcomer.member().print().equals(peer.print())) {
      head.accept(new HeadHears.Joins(session, peer.print(), newcomer));
    } else {
      link.send(DeskCodec.write(new JoinMessage.NotJoined("it names another's certificate")));
    }
  }

  private JoinMessage seen() {
    return new JoinMessage.Seen(isHead() ? own.member().name() : "", term(), view.count());
  }
}
