package dev.manta.cluster.node;

import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkPeer;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.FromNodeCodec;
import dev.manta.internal.remote.MessageBatch;
import dev.manta.internal.remote.NodeOutbox;
import dev.manta.internal.remote.ToNode;
import dev.manta.internal.wire.WireException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The talk with one driver, from its call to the end of the link.
final class DriverTalk {
  private static final System.Logger LOG = System.getLogger("dev.manta.node");

  /// More than this waits only where a link is slow; then workers wait, too.
  private static final long WAITING_MAX = 64L << 20;

  private static final long LAST_WORDS_SECONDS = 1;

  private final NodeAgent agent;
  private final LinkPeer peer;
  private final ResumableLink link;
  private final NodeOutbox outbox = new NodeOutbox();
  private final CountDownLatch sent = new CountDownLatch(1);
  private final CodeIntake intake;
  private final Map<Integer, NodeGroup> groups = new ConcurrentHashMap<>();

  DriverTalk(NodeAgent agent, LinkPeer peer, ResumableLink link) {
    this.agent = agent;
    this.peer = peer;
    this.link = link;
    this.intake =
        new CodeIntake(agent.settings().code(), agent.code(), OwnJars.ofProcess(), this::tell);
  }

  NodeAgent agent() {
    return agent;
  }

  CodeIntake intake() {
    return intake;
  }

  /// The print of the driver.
  String driver() {
    return peer.print();
  }

  void listen() {
    Thread.ofVirtual().name("manta-to-driver").start(this::send);
    try {
      while (true) {
        MessageBatch.toNode(link.receive()).forEach(this::hear);
      }
    } catch (LinkLost over) {
      LOG.log(System.Logger.Level.INFO, () -> peer.address() + ": " + over.end().words());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (WireException broken) {
      NodeAgent.refuse(peer, link, String.valueOf(broken.getMessage()));
    } catch (RuntimeException failed) {
      LOG.log(System.Logger.Level.ERROR, "the talk with " + peer.address() + " has failed", failed);
      link.close("node %s has failed: %s".formatted(agent.settings().name(), failed));
    } finally {
      outbox.close();
      intake.close();
      groups.values().forEach(DriverTalk::letGo);
    }
  }

  private static void letGo(NodeGroup group) {
    try {
      group.letGo();
    } catch (RuntimeException failed) {
      LOG.log(System.Logger.Level.ERROR, "workers were not let go", failed);
    }
  }

  /// A group is over: if its driver opens it again, it is another one.
  void leave(int number, NodeGroup group) {
    groups.remove(number, group);
  }

  private void send() {
    try {
      for (Optional<byte[]> batch = outbox.take(); batch.isPresent(); batch = outbox.take()) {
        link.send(batch.get());
      }
    } catch (LinkLost over) {
      outbox.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sent.countDown();
    }
  }

  /// Says something to the driver; does not wait.
  void tell(FromNode message) {
    outbox.add(FromNodeCodec.write(message));
  }

  /// How much waits for the link.
  long waiting() {
    return outbox.waiting();
  }

  /// Says something of which there may be much; waits while the link is slow.
  void tellInTurn(FromNode message) {
    try {
      outbox.awaitBelow(WAITING_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    tell(message);
  }

  void leaving(Duration left, String why) {
    tell(new FromNode.Leaving(left, why));
  }

  /// Ends the link behind all that was told, such as how workers have ended.
  void close(String why) {
    outbox.close();
    try {
      if (!sent.await(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
        LOG.log(System.Logger.Level.WARNING, () -> peer.address() + " has not heard everything");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    link.close(why);
  }

  private void hear(ToNode message) {
    switch (message) {
      case ToNode.Hello hello -> welcome(hello);
      case ToNode.Prepare(int number, var code) -> intake.prepare(number, code);
      case ToNode.Chunk chunk -> intake.take(chunk);
      case ToNode.Look(int question, long pid) ->
          tell(new FromNode.Looked(question, Pids.runs(pid)));
      case ToNode.Open open ->
          groups.computeIfAbsent(open.group(), _ -> new NodeGroup(this, open)).begin();
      case ToNode.OfGroup of -> hear(of);
    }
  }

  private void hear(ToNode.OfGroup message) {
    NodeGroup group = groups.get(message.group());
    if (group != null) {
      group.add(message);
    }
  }

  private void welcome(ToNode.Hello hello) {
    int own = Runtime.version().feature();
    if (hello.java() != own) {
      NodeAgent.refuse(peer, link, otherJava(hello.java(), own));
      return;
    }
    String name = agent.settings().name();
    tell(new FromNode.Welcome(name, own, Runtime.version().toString()));
  }

  private String otherJava(int theirs, int own) {
    return "the driver runs on JDK %s, node %s on JDK %s; workers have the JDK of their node, so both must be the same"
        .formatted(theirs, agent.settings().name(), own);
  }
}
