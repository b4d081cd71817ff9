package dev.manta.cluster.desk;

import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.head.HeadMachine;
import dev.manta.internal.head.FromHead;
import dev.manta.internal.head.HeadGrant;
import dev.manta.internal.head.ToHead;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// A head with nodes that take in what they are told, and drivers whose news are kept.
final class ReignStory {
  final Map<String, NodeAccount> nodes = new LinkedHashMap<>();
  final Map<String, MemberList> lists = new LinkedHashMap<>();
  final List<FromHead> told = new ArrayList<>();
  final List<JoinMessage> answers = new ArrayList<>();
  final List<HeadDoes.Evict> evicted = new ArrayList<>();
  HeadReign reign;
  private Duration now = Duration.ZERO;
  private boolean deaf;

  ReignStory() {
    this.reign = new HeadReign(new HeadMachine(), "a", 1, 0, MemberList.EMPTY);
  }

  /// Another head takes over, which has heard of this term.
  void begins(long heard, MemberList members) {
    reign = new HeadReign(new HeadMachine(), "a", 2, heard, members);
    now = Duration.ZERO;
    told.clear();
    nodes.keySet().forEach(node -> hear(new HeadHears.Up(node)));
    report();
  }

  /// Nodes hear nothing for a while.
  void deaf(boolean isDeaf) {
    deaf = isDeaf;
  }

  void joins(String name) {
    joins(name, "print of " + name);
  }

  void joins(String name, String print) {
    var member = new Member(name, print, "10.0.0.1", 1, name.hashCode(), true);
    hear(new HeadHears.Joins(0, print, new Newcomer(member, "", Runtime.version().feature())));
    if (answers.getLast() instanceof JoinMessage.Joined) {
      nodes.putIfAbsent(
          name, NodeAccount.of(new Node(name, Resources.cpus(2), List.of(), Map.of())));
      hear(new HeadHears.Up(name));
      report();
    }
  }

  void report() {
    List.copyOf(nodes.keySet()).forEach(this::report);
  }

  NodeAccount account(String node) {
    return Objects.requireNonNull(nodes.get(node));
  }

  private void report(String node) {
    MemberList list = lists.getOrDefault(node, MemberList.EMPTY);
    hear(new HeadHears.Reported(account(node).report(list)));
  }

  void passes(int seconds) {
    for (int half = 0; half < 2 * seconds; half++) {
      now = now.plusMillis(500);
      hear(new HeadHears.TimePassed());
    }
  }

  void claims(String run, int workers, String print, Optional<HeadGrant> has) {
    var demand =
        new Demand(
            run,
            workers,
            workers,
            Resources.cpus(1),
            Placement.PACK,
            Map.of(),
            Optional.empty(),
            Optional.empty());
    hear(
        new HeadHears.Said(
            print.hashCode(), print, new ToHead.Claims(demand, false, has, Set.of())));
  }

  void says(ToHead message) {
    says("print of a command", message);
  }

  void says(String print, ToHead message) {
    hear(new HeadHears.Said(print.hashCode(), print, message));
  }

  void hear(HeadHears heard) {
    Deque<HeadDoes> todo = new ArrayDeque<>(reign.hear(heard, now));
    while (!todo.isEmpty()) {
      switch (todo.removeFirst()) {
        case HeadDoes.TellNode(String node, HeadSays said) -> todo.addAll(tell(node, said));
        case HeadDoes.TellDriver(long _, FromHead said) -> told.add(said);
        case HeadDoes.Answer(long _, JoinMessage answer, boolean _) -> answers.add(answer);
        case HeadDoes.Evict evict -> evicted.add(evict);
        case HeadDoes.Keep _ -> {}
      }
    }
  }

  private List<HeadDoes> tell(String node, HeadSays said) {
    NodeAccount account = nodes.get(node);
    if (account == null || deaf) {
      return List.of();
    }
    if (said instanceof HeadSays.Lists(MemberList list)) {
      lists.put(node, list);
    }
    nodes.put(node, account.hear(said));
    return reign.hear(
        new HeadHears.Reported(nodes.get(node).report(lists.getOrDefault(node, MemberList.EMPTY))),
        now);
  }

  /// The newest grant that a driver was told of.
  Optional<HeadGrant> grant(String run) {
    return told.reversed().stream()
        .filter(said -> said instanceof FromHead.Granted granted && granted.run().equals(run))
        .map(said -> ((FromHead.Granted) said).grant())
        .findFirst();
  }
}
