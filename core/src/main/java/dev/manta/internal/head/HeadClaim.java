package dev.manta.internal.head;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.remote.NodeAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a run has asked a head for, and what it has heard.
final class HeadClaim implements Claim {
  private final Demand demand;
  private final Consumer<Grant> granted;
  private final Consumer<HeadClaim> closed;
  private final CountDownLatch heard = new CountDownLatch(1);
  private volatile Optional<HeadGrant> has = Optional.empty();
  private volatile boolean possible;
  private volatile @Nullable String refusal;
  private int version;
  private String waits = "";

  HeadClaim(Demand demand, Consumer<Grant> granted, Consumer<HeadClaim> closed) {
    this.demand = demand;
    this.granted = granted;
    this.closed = closed;
  }

  String run() {
    return demand.run();
  }

  /// What a head is told of it: the first time, when it may be another one, and every few seconds.
  ///
  /// @param lost the nodes that this driver does not reach
  ToHead.Claims said(Set<String> lost) {
    return new ToHead.Claims(demand, possible, has, lost);
  }

  /// Says whether it is news: a head that was followed by another one is not heard.
  boolean grant(HeadGrant grant) {
    boolean news = has.isEmpty() || grant.isNewerThan(has.get());
    if (news) {
      has = Optional.of(grant);
      possible = true;
      waits = "";
      granted.accept(grant.seen(++version, demand));
      heard.countDown();
    }
    return news;
  }

  /// Says whether it waits for something else than before.
  boolean waits(FromHead.Waits told) {
    possible |= told.possible();
    boolean news = !waits.equals(told.why());
    waits = told.why();
    return news;
  }

  /// The head has said something of it, and whoever asked continues.
  void proceed() {
    heard.countDown();
  }

  void refuse(String why) {
    refusal = why;
    heard.countDown();
  }

  /// Whether its driver has heard already that it waits: it cannot be refused any more.
  boolean isHeard() {
    return heard.getCount() == 0;
  }

  Optional<NodeAddress> address(String node) {
    return has.stream()
        .flatMap(grant -> grant.parts().stream())
        .map(HeadGrant.Part::address)
        .filter(address -> address.node().equals(node))
        .findFirst();
  }

  /// Returns when the head has said something of it.
  HeadClaim awaitHeard(Duration limit, String head) {
    try {
      if (!heard.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        close();
        throw new MantaException(
            ErrorCode.CLUSTER, "no head at %s answered within %s".formatted(head, limit));
      }
      if (refusal != null) {
        close();
        throw new MantaException(
            ErrorCode.USER, "the cluster cannot run %s: %s".formatted(run(), refusal));
      }
      return this;
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new MantaException(ErrorCode.USER, "interrupted while the head was asked", e);
    }
  }

  @Override
  public void close() {
    closed.accept(this);
  }
}
