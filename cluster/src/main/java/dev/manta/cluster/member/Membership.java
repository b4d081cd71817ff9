package dev.manta.cluster.member;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.BootstrapSetup;
import org.apache.pekko.actor.setup.ActorSystemSetup;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.SupervisorStrategy;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.ClusterSingleton;
import org.apache.pekko.cluster.typed.ClusterSingletonSettings;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.apache.pekko.cluster.typed.Leave;
import org.apache.pekko.cluster.typed.SingletonActor;
import org.apache.pekko.remote.artery.tcp.SSLEngineProviderSetup;
import org.jspecify.annotations.Nullable;

/// A daemon's membership in its cluster, until it leaves or the others end it. The daemon itself
/// continues, and may become a member again.
public final class Membership {
  private static final String SYSTEM = "manta";

  /// None at all would mean the resolver's own, of seconds.
  private static final Duration NO_MARGIN = Duration.ofMillis(1);

  /// A disk may be full for a while.
  private static final Duration SOON = Duration.ofMillis(500);

  private static final Duration LATER = Duration.ofSeconds(10);
  private static final double JITTER = 0.2;

  /// A place where a daemon is reached by others.
  public record Place(String host, int port) {}

  private final ActorSystem<Void> system;
  private final Cluster cluster;

  /// Whether it became a member, once that is known.
  private final CompletableFuture<Boolean> up = new CompletableFuture<>();

  /// When the others know it no more; what it has opened may not be closed yet.
  private final CompletableFuture<@Nullable Void> removed = new CompletableFuture<>();

  private final MembershipSettings settings;

  private Membership(MembershipSettings settings, NodeSeat node, HeadSeat head) {
    this.settings = settings;
    var engines = new PinnedEngines(settings.tls(), settings.prints());
    var setup =
        ActorSystemSetup.create(
            BootstrapSetup.create(config(settings)), SSLEngineProviderSetup.create(_ -> engines));
    this.system = ActorSystem.create(guardian(node, head), SYSTEM, setup);
    this.cluster = Cluster.get(system);
    org.apache.pekko.cluster.Cluster.get(system.classicSystem())
        .registerOnMemberUp(() -> up.complete(true));
    org.apache.pekko.cluster.Cluster.get(system.classicSystem())
        .registerOnMemberRemoved(() -> removed.complete(null));
    system
        .getWhenTerminated()
        .whenComplete(
            (_, _) -> {
              up.complete(false);
              removed.complete(null);
            });
  }

  /// Is ready to join from now on.
  public static Membership open(MembershipSettings settings, NodeSeat node, HeadSeat head) {
    return new Membership(settings, node, head);
  }

  private static Behavior<Void> guardian(NodeSeat node, HeadSeat head) {
    return Behaviors.setup(
        (ActorContext<Void> context) -> {
          context.spawn(NodeDoor.of(node, singleton(context.getSystem(), head)), "node");
          return Behaviors.empty();
        });
  }

  /// The head's term fences it: nobody has to wait until a head that was cut off is surely gone.
  private static ActorRef<HeadDoor.Message> singleton(ActorSystem<?> system, HeadSeat head) {
    Behavior<HeadDoor.Message> door =
        Behaviors.supervise(HeadDoor.of(head))
            .onFailure(SupervisorStrategy.restartWithBackoff(SOON, LATER, JITTER));
    var where =
        ClusterSingletonSettings.create(system)
            .withRole(MemberEvents.HEAD)
            .withRemovalMargin(NO_MARGIN);
    return ClusterSingleton.get(system)
        .init(
            SingletonActor.of(door, MemberEvents.HEAD)
                .withSettings(where)
                .withStopMessage(HeadDoor.Stop.NOW));
  }

  private static Config config(MembershipSettings settings) {
    String roles =
        settings.candidate()
            ? "\"%s\", \"%s\"".formatted(MemberEvents.HEAD, MemberEvents.role(settings.node()))
            : "\"%s\"".formatted(MemberEvents.role(settings.node()));
    String own =
        """
        pekko.cluster.roles = [%s]
        pekko.remote.artery.canonical { hostname = "%s", port = %s }
        """
            .formatted(roles, settings.host(), settings.port());
    return ConfigFactory.parseString(own)
        .withFallback(ConfigFactory.parseResources(Membership.class, "membership.conf"))
        .withFallback(ConfigFactory.load());
  }

  /// Joins whoever of these answers; where this daemon is the first of them and nobody does, it
  /// begins a cluster.
  public void join(List<Place> seeds) {
    List<Address> addresses = seeds.stream().map(this::address).toList();
    cluster.manager().tell(new JoinSeedNodes(addresses));
  }

  private Address address(Place place) {
    Address own = cluster.selfMember().address();
    return new Address(own.protocol(), own.system(), place.host(), place.port());
  }

  /// Where this daemon is reached by others.
  public Place place() {
    return new Place(settings.host(), settings.port());
  }

  /// Says whether this daemon has become a member within a time; not if that was ended before.
  public boolean isUpWithin(Duration limit) throws InterruptedException {
    try {
      return up.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Waits until this daemon is no longer a member.
  public void awaitRemoved() throws InterruptedException {
    try {
      removed.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Whether this daemon has left, or was ended by others.
  public boolean isOver() {
    return system.getWhenTerminated().toCompletableFuture().isDone();
  }

  /// Says whether it is over within a time.
  public boolean isOverWithin(Duration limit) throws InterruptedException {
    try {
      system.getWhenTerminated().toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /// The node whose daemon is the head, or about to be: the oldest of those that may.
  public Optional<String> head() {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .filter(member -> member.hasRole(MemberEvents.HEAD))
        .filter(Membership::isThere)
        .reduce((a, b) -> a.isOlderThan(b) ? a : b)
        .flatMap(MemberEvents::name);
  }

  /// The names of all nodes whose daemons are members.
  public Set<String> members() {
    return StreamSupport.stream(cluster.state().getMembers().spliterator(), false)
        .filter(Membership::isThere)
        .flatMap(member -> MemberEvents.name(member).stream())
        .collect(Collectors.toSet());
  }

  private static boolean isThere(Member member) {
    return member.status().equals(MemberStatus.up())
        || member.status().equals(MemberStatus.leaving());
  }

  /// Ends the membership of a daemon that is surely gone, sooner than the others would notice.
  public void bury(Place gone) {
    MemberEvents.down(system, gone.host(), gone.port());
  }

  /// Is no longer a member, whatever the others think.
  public void end() {
    system.terminate();
  }

  /// Leaves the cluster; it is over once the others know.
  public void leave() {
    cluster.manager().tell(Leave.create(cluster.selfMember().address()));
  }
}
