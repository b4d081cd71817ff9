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

/// Listens to the news of all other ranks, in a thread of its own, so that an end is known at once
/// whatever this rank is doing.
final class PeerWatch implements AutoCloseable {
  private static final long SLEEP_MILLIS = 50;

  private final List<PeerState> peers;
  private final GroupEnd end;
  private final Selector selector;
  private final Thread thread;
  private volatile boolean closed;

  PeerWatch(List<PeerState> peers, GroupEnd end, String name) throws IOException {
    this.peers = List.copyOf(peers);
    this.end = end;
    this.selector = Selector.open();
    for (PeerState peer : peers) {
      peer.link().channel().register(selector, java.nio.channels.SelectionKey.OP_READ, peer);
    }
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
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
      }
    } catch (IOException | ClosedSelectorException _) {
      // the group is closed
    }
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
      end.end(cause(peer.rank(), failure));
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
