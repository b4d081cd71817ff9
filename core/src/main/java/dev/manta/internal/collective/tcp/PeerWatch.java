package dev.manta.internal.collective.tcp;

import dev.manta.collective.Cause;
import dev.manta.internal.collective.tcp.link.PeerLink;
import dev.manta.internal.collective.tcp.link.Sockets;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

/// Listens to the news of all other ranks, in a thread of its own, so that an end is known at once
/// whatever this rank is doing.
final class PeerWatch implements AutoCloseable {
  private static final long SLEEP_MILLIS = 50;

  private final GroupRanks ranks;
  private final List<PeerState> peers;
  private final Heartbeats heartbeats;
  private final Set<Integer> broken = new ConcurrentSkipListSet<>();
  private final GroupEnd end;
  private final Selector selector;
  private final Thread thread;
  private volatile boolean closed;

  PeerWatch(GroupRanks ranks, List<PeerState> peers, GroupEnd end) throws IOException {
    this.ranks = ranks;
    this.peers = List.copyOf(peers);
    List<PeerState> others = peers.stream().filter(p -> ranks.isElsewhere(p.rank())).toList();
    this.heartbeats = new Heartbeats(others, ranks.heard(), System.nanoTime());
    this.end = end;
    this.selector = Selector.open();
    for (PeerState peer : peers) {
      peer.link().channel().register(selector, java.nio.channels.SelectionKey.OP_READ, peer);
    }
    this.thread =
        Thread.ofPlatform().daemon().name("manta-watch-" + ranks.me()).unstarted(this::run);
  }

  void start() {
    end.onEnd(cause -> tell(new PeerNews.Ended(cause)));
    thread.start();
  }

  void tell(PeerNews news) {
    peers.forEach(peer -> peer.tell(news));
  }

  boolean hasLeft(int rank) {
    return peers.stream().anyMatch(peer -> peer.rank() == rank && peer.hasLeft());
  }

  /// Waits until every rank has told its place, or is gone, or the limit has passed.
  List<Optional<String>> places(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!peers.stream().allMatch(peer -> peer.place().isPresent() || peer.isGone())
        && System.nanoTime() - deadline < 0) {
      java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
    }
    return peers.stream().map(PeerState::place).toList();
  }

  private void run() {
    try {
      while (!closed) {
        selector.select(key -> listen((PeerState) key.attachment()), SLEEP_MILLIS);
        if (!end.isOver()) {
          heartbeats.look(System.nanoTime()).ifPresent(this::silent);
        }
      }
    } catch (IOException | ClosedSelectorException _) {
      // the group is closed
    }
  }

  private void silent(PeerState peer) {
    String reason =
        "%s has not heard %s for %s s: the network between them is cut, or that process stands still"
            .formatted(
                ranks.named(ranks.me()), ranks.named(peer.rank()), Heartbeats.SILENT.toSeconds());
    end.end(new Cause.LinkLost(peer.rank(), reason));
  }

  /// The link to a rank broke, though nobody says that it died.
  void broke(int rank) {
    broken.add(rank);
  }

  /// The ranks of other hosts that this one did not hear when the group ended.
  List<Integer> unheard() {
    Set<Integer> all = new TreeSet<>(heartbeats.unheard());
    broken.stream().filter(ranks::isElsewhere).forEach(all::add);
    return List.copyOf(all);
  }

  private void listen(PeerState peer) {
    try {
      for (PeerNews news = peer.hear(); news != null; news = peer.hear()) {
        if (news instanceof PeerNews.Ended(Cause cause)) {
          end.end(cause);
        }
      }
    } catch (IOException e) {
      end(peer, e);
    }
  }

  private void end(PeerState peer, IOException failure) {
    peer.gone();
    peer.link().close();
    if (!peer.hasLeft() && !closed) {
      Cause cause = cause(peer.rank(), failure);
      if (cause instanceof Cause.LinkLost(int rank, _)) {
        broke(rank);
      }
      end.end(cause);
    }
  }

  private static Cause cause(int rank, IOException failure) {
    String message = String.valueOf(failure.getMessage());
    boolean died = failure instanceof java.io.EOFException || message.contains("reset");
    return died ? new Cause.PeerDied(rank) : new Cause.LinkLost(rank, message);
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join(Duration.ofSeconds(5));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    List<PeerLink> links = new ArrayList<>();
    peers.forEach(peer -> links.add(peer.link()));
    links.forEach(PeerLink::close);
    Sockets.close(selector);
  }
}
