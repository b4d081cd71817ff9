package dev.manta.internal.remote;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Grant;
import dev.manta.cluster.NodePart;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A claim whose nodes are used once they have the program's code, and not while they cannot be
/// reached.
final class RemoteClaim implements Claim {
  private static final long LOOK_MILLIS = 1_000;

  private final Consumer<Grant> granted;
  private final Function<String, NodeCall> calls;
  private final Consumer<RemoteClaim> over;
  private @Nullable Grant heard;
  private Grant told = Grant.NONE;
  private @Nullable Claim claim;
  private boolean closed;

  /// @param over is told when nobody needs it any more
  RemoteClaim(
      Consumer<Grant> granted, Function<String, NodeCall> calls, Consumer<RemoteClaim> over) {
    this.granted = granted;
    this.calls = calls;
    this.over = over;
  }

  /// The head grants something.
  void hear(Grant grant) {
    synchronized (this) {
      heard = grant;
    }
    consider();
  }

  /// Whether the head has granted some of a node.
  synchronized boolean has(String node) {
    return heard != null
        && heard.parts().stream().anyMatch(part -> part.node().name().equals(node));
  }

  synchronized void at(Claim made) {
    claim = made;
    if (closed) {
      made.close();
    }
  }

  /// A node stands otherwise than before, or another one was granted.
  synchronized void consider() {
    notifyAll();
    Grant all = heard;
    if (all == null || closed) {
      return;
    }
    boolean first = told.version() == 0;
    List<NodePart> parts = all.parts().stream().filter(part -> isUsable(part, first)).toList();
    boolean waits = first && parts.size() < all.parts().size();
    if (!waits && !(parts.equals(told.parts()) && told.version() > 0)) {
      told = new Grant(told.version() + 1, parts);
      granted.accept(told);
    }
  }

  /// What a node has against this driver is told by the first workers that are started there.
  private boolean isUsable(NodePart part, boolean first) {
    NodeCall call = calls.apply(part.node().name());
    return call.isUsable() || (first && call.isRefused());
  }

  /// Waits while nodes that are granted get the program's code, unless one cannot be reached or
  /// says nothing.
  synchronized void awaitFirst() {
    try {
      while (heard != null && told.version() == 0 && !closed && allProgress(heard)) {
        wait(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean allProgress(Grant all) {
    return all.parts().stream()
        .map(part -> calls.apply(part.node().name()))
        .allMatch(call -> call.isUsable() || call.progresses());
  }

  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
    over.accept(this);
    if (claim != null) {
      claim.close();
    }
  }
}
