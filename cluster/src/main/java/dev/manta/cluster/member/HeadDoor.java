package dev.manta.cluster.member;

import dev.manta.cluster.desk.HeadDoes;
import dev.manta.cluster.desk.HeadHears;
import dev.manta.cluster.desk.HeadReign;
import dev.manta.cluster.desk.HeadSays;
import dev.manta.cluster.desk.NodeReport;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.PostStop;
import org.apache.pekko.actor.typed.javadsl.AbstractBehavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.actor.typed.javadsl.Receive;

/// The head's door: one actor of the cluster, on the oldest daemon that may be the head. All it
/// knows is where nodes are; a [HeadReign] decides.
final class HeadDoor extends AbstractBehavior<HeadDoor.Message> {
  private static final Duration EVERY = Duration.ofMillis(500);

  private final HeadSeat seat;
  private final HeadReign reign;
  private final long begun = System.nanoTime();
  private final Map<String, ActorRef<NodeDoor.Message>> nodes = new HashMap<>();

  /// What the door hears.
  sealed interface Message {}

  /// A node has said what it is.
  record FromNode(ActorRef<NodeDoor.Message> node, NodeReport report)
      implements Message, DoorMessage {}

  /// Something has happened in this process.
  record Happened(HeadHears heard) implements Message {}

  /// Another daemon is to be the head.
  enum Stop implements Message {
    NOW
  }

  private HeadDoor(ActorContext<Message> context, HeadSeat seat) {
    super(context);
    this.seat = seat;
    this.reign = seat.reign();
    MemberEvents.tell(context);
    seat.begun(heard -> context.getSelf().tell(new Happened(heard)));
  }

  static Behavior<Message> of(HeadSeat seat) {
    var passed = new Happened(new HeadHears.TimePassed());
    return Behaviors.withTimers(
        timers -> {
          timers.startTimerWithFixedDelay(passed, EVERY);
          return Behaviors.setup(context -> new HeadDoor(context, seat));
        });
  }

  @Override
  public Receive<Message> createReceive() {
    return newReceiveBuilder()
        .onMessage(FromNode.class, this::reported)
        .onMessage(Happened.class, happened -> hear(happened.heard()))
        .onMessage(Stop.class, _ -> Behaviors.stopped())
        .onSignal(PostStop.class, _ -> ended())
        .build();
  }

  private Behavior<Message> reported(FromNode said) {
    nodes.put(said.report().node(), said.node());
    return hear(new HeadHears.Reported(said.report()));
  }

  private Behavior<Message> hear(HeadHears heard) {
    reign.hear(heard, Duration.ofNanos(System.nanoTime() - begun)).forEach(this::follow);
    return this;
  }

  private void follow(HeadDoes wanted) {
    switch (wanted) {
      case HeadDoes.TellNode(String node, HeadSays said) -> {
        if (nodes.containsKey(node)) {
          nodes.get(node).tell(new NodeDoor.FromHead(said));
        }
      }
      case HeadDoes.Evict(var member) ->
          MemberEvents.down(getContext().getSystem(), member.host(), member.memberPort());
      case HeadDoes other -> seat.does(other);
    }
  }

  private Behavior<Message> ended() {
    seat.ended();
    return this;
  }
}
