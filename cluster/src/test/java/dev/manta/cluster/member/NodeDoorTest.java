package dev.manta.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Node;
import dev.manta.cluster.Resources;
import dev.manta.cluster.desk.HeadSays;
import dev.manta.cluster.desk.MemberList;
import dev.manta.cluster.desk.NodeAccount;
import dev.manta.cluster.desk.NodeReport;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class NodeDoorTest {
  private static final Node NODE = new Node("near", Resources.cpus(4), List.of(), Map.of());

  private final AtomicBoolean full = new AtomicBoolean(true);
  private final BlockingQueue<HeadDoor.FromNode> heard = new LinkedBlockingQueue<>();
  private final ActorSystem<HeadDoor.Message> system = ActorSystem.create(head(), "door");

  /// A node whose disk may be full.
  private final class Seat implements NodeSeat {
    private NodeAccount account = NodeAccount.of(NODE);

    @Override
    public NodeReport report() {
      return account.report(MemberList.EMPTY);
    }

    @Override
    public void hear(HeadSays said) {
      if (full.get()) {
        throw new IllegalStateException("no space left on device");
      }
      account = account.hear(said);
    }
  }

  /// Listens, and has the door of a node.
  private Behavior<HeadDoor.Message> head() {
    return Behaviors.setup(
        context -> {
          context.spawn(NodeDoor.of(new Seat(), context.getSelf()), "node");
          return Behaviors.receiveMessage(
              message -> {
                if (message instanceof HeadDoor.FromNode said) {
                  heard.add(said);
                }
                return Behaviors.same();
              });
        });
  }

  @AfterEach
  void end() {
    system.terminate();
  }

  private HeadDoor.FromNode next() throws InterruptedException {
    HeadDoor.FromNode next = heard.poll(10, TimeUnit.SECONDS);
    assertThat(next).as("what the node says").isNotNull();
    return Objects.requireNonNull(next);
  }

  @Test
  void aNodeThatCouldNotTakeSomethingInHearsItWhenItIsSaidAgain() throws InterruptedException {
    ActorRef<NodeDoor.Message> door = next().node();
    door.tell(new NodeDoor.FromHead(new HeadSays.Reigns(5)));
    assertThat(next().report().term()).isZero();
    full.set(false);
    door.tell(new NodeDoor.FromHead(new HeadSays.Reigns(5)));
    while (next().report().term() != 5) {
      // what it was before is said every second
    }
  }
}
