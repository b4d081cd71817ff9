package dev.manta.cluster.member;

import dev.manta.cluster.desk.HeadSays;
import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/// A node's door to the head: says every second what the node is, and at once when that changes.
final class NodeDoor {
  private static final System.Logger LOG = System.getLogger("dev.manta.daemon");
  private static final Duration EVERY = Duration.ofSeconds(1);

  private NodeDoor() {}

  /// What the door hears.
  sealed interface Message {}

  /// Something from a head.
  record FromHead(HeadSays said) implements Message, DoorMessage {}

  /// It is time to say again what the node is.
  enum Look implements Message {
    NOW
  }

  static Behavior<Message> of(NodeSeat seat, ActorRef<HeadDoor.Message> head) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> {
                  timers.startTimerWithFixedDelay(Look.NOW, Duration.ZERO, EVERY);
                  return Behaviors.receiveMessage(
                      message -> {
                        if (message instanceof FromHead(HeadSays said)) {
                          hear(seat, said);
                        }
                        head.tell(new HeadDoor.FromNode(context.getSelf(), seat.report()));
                        return Behaviors.same();
                      });
                }));
  }

  /// What the node could not take in, as its disk is full, is said again until it could.
  private static void hear(NodeSeat seat, HeadSays said) {
    try {
      seat.hear(said);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "what the head has said was not taken in", e);
    }
  }
}
