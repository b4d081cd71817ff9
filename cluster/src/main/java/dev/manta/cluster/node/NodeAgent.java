package dev.manta.cluster.node;

import dev.manta.internal.code.CodeStore;
import dev.manta.internal.link.LinkPeer;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.remote.ToNode;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// This machine as a node: drivers elsewhere have workers here. A driver that is not heard any more
/// leaves its workers to themselves; they end after their own limit unless it, or the next
/// controller of their run, calls before.
public final class NodeAgent implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.node");
  private static final long CODE_BYTES_MAX = 16L << 30;
  private static final Duration SWEEP_EVERY = Duration.ofDays(1);

  private final NodeSettings settings;
  private final NodeShares shares;
  private final CodeStore code;
  private final NodeRuns runs;
  private final Thread sweeper;
  private final Set<DriverTalk> talks = ConcurrentHashMap.newKeySet();

  public NodeAgent(NodeSettings settings, NodeShares shares) {
    this(settings, shares, SWEEP_EVERY);
  }

  NodeAgent(NodeSettings settings, NodeShares shares, Duration sweepEvery) {
    this.settings = settings;
    this.shares = shares;
    this.code = new CodeStore(settings.code(), CODE_BYTES_MAX);
    this.runs = new NodeRuns(settings.directory().resolve("runs"));
    this.sweeper = Thread.ofVirtual().name("manta-node-sweep").start(() -> sweep(runs, sweepEvery));
  }

  private static void sweep(NodeRuns runs, Duration every) {
    try {
      while (true) {
        runs.sweep();
        Thread.sleep(every);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// Talks with a driver that has called for [Purpose#NODE], until its link is over.
  public void serve(LinkPeer peer, ResumableLink link, Purpose.Wanted wanted)
      throws InterruptedException {
    if (wanted.version() != ToNode.VERSION) {
      refuse(peer, link, otherVersion(wanted.version()));
      return;
    }
    var talk = new DriverTalk(this, peer, link);
    talks.add(talk);
    try {
      onOwnThread(talk::listen);
    } finally {
      talks.remove(talk);
      link.close("node " + settings.name() + " has ended the talk");
    }
  }

  /// Hashing code takes long, and must not keep links from being heard.
  private static void onOwnThread(Runnable talk) throws InterruptedException {
    Thread.ofPlatform().daemon().name("manta-from-driver").start(talk).join();
  }

  private String otherVersion(int theirs) {
    return "the driver speaks version %s of the protocol with nodes, node %s speaks version %s; both must run the same release of Manta"
        .formatted(theirs, settings.name(), ToNode.VERSION);
  }

  static void refuse(LinkPeer peer, ResumableLink link, String why) {
    LOG.log(System.Logger.Level.WARNING, () -> "refused " + peer.address() + ": " + why);
    link.close(why);
  }

  NodeSettings settings() {
    return settings;
  }

  NodeShares shares() {
    return shares;
  }

  CodeStore code() {
    return code;
  }

  NodeRuns runs() {
    return runs;
  }

  /// Tells every driver that this node will be taken away.
  ///
  /// @param left how long that takes from now
  public void drain(Duration left, String why) {
    talks.forEach(talk -> talk.leaving(left, why));
  }

  /// Ends the workers of a run that has no part of this node any more, before others get it.
  public void end(String run) {
    runs.end(run);
  }

  /// Whether no worker lives here.
  public boolean isIdle() {
    return runs.isIdle();
  }

  /// Ends all workers, and tells their drivers so.
  @Override
  public void close() {
    sweeper.interrupt();
    runs.close();
    talks.forEach(talk -> talk.close("node " + settings.name() + " stops"));
  }
}
