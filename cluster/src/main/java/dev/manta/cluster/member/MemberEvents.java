package dev.manta.cluster.member;

import dev.manta.cluster.desk.HeadHears;
import java.util.Optional;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.cluster.ClusterEvent;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.Down;
import org.apache.pekko.cluster.typed.Subscribe;

/// Who comes and goes, in words of a head.
final class MemberEvents {
  private static final String ROLE = "node.";
  static final String HEAD = "head";

  private MemberEvents() {}

  /// The role that says which node it is.
  static String role(String node) {
    return ROLE + node;
  }

  /// The name of a member's node.
  static Optional<String> name(Member member) {
    return member.getRoles().stream()
        .filter(role -> role.startsWith(ROLE))
        .map(role -> role.substring(ROLE.length()))
        .findFirst();
  }

  /// Tells a head of everybody who is there, and then of changes.
  static void tell(ActorContext<HeadDoor.Message> context) {
    var nothing = new HeadHears.TimePassed();
    var events = Cluster.get(context.getSystem()).subscriptions();
    events.tell(
        Subscribe.create(
            context.messageAdapter(
                ClusterEvent.MemberEvent.class,
                event -> new HeadDoor.Happened(meaning(event).orElse(nothing))),
            ClusterEvent.MemberEvent.class));
    events.tell(
        Subscribe.create(
            context.messageAdapter(
                ClusterEvent.ReachabilityEvent.class,
                event -> new HeadDoor.Happened(meaning(event).orElse(nothing))),
            ClusterEvent.ReachabilityEvent.class));
  }

  /// Ends the membership of whoever is there.
  static void down(ActorSystem<?> system, String host, int port) {
    Cluster cluster = Cluster.get(system);
    Address own = cluster.selfMember().address();
    cluster.manager().tell(new Down(new Address(own.protocol(), own.system(), host, port)));
  }

  /// What it means to a head; empty where it means nothing.
  static Optional<HeadHears> meaning(ClusterEvent.MemberEvent event) {
    return name(event.member())
        .flatMap(
            name ->
                switch (event) {
                  case ClusterEvent.MemberUp _ -> Optional.of(new HeadHears.Up(name));
                  case ClusterEvent.MemberRemoved removed ->
                      Optional.of(
                          new HeadHears.Gone(
                              name, removed.previousStatus().equals(MemberStatus.exiting())));
                  default -> Optional.empty();
                });
  }

  static Optional<HeadHears> meaning(ClusterEvent.ReachabilityEvent event) {
    boolean reached = event instanceof ClusterEvent.ReachableMember;
    return name(event.member()).map(name -> new HeadHears.Reached(name, reached));
  }
}
