package dev.manta.cluster.desk;

import dev.manta.cluster.head.Allotment;
import dev.manta.cluster.head.AllottedPart;
import dev.manta.cluster.head.ClaimState;
import dev.manta.cluster.head.HeadDecision;
import dev.manta.cluster.head.HeadEffect;
import dev.manta.cluster.head.HeadEvent;
import dev.manta.cluster.head.HeadMachine;
import dev.manta.cluster.head.HeadState;
import dev.manta.cluster.head.RunIds;
import dev.manta.internal.head.ClusterStatus;
import dev.manta.internal.head.FromHead;
import dev.manta.internal.head.HeadGrant;
import dev.manta.internal.head.ToHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A head from its first word to its last: turns what it hears into events of [HeadMachine], and
/// what that decides into words for nodes and drivers. One thread at a time; time is handed in.
public final class HeadReign {
  /// A daemon that was killed is there again within this: its node is not gone before that.
  private static final Duration COMES_BACK = Duration.ofSeconds(5);

  private final HeadMachine machine;
  private final String head;
  private final long life;
  private final Map<String, NodeReport> reports = new HashMap<>();
  private final Set<String> up = new HashSet<>();
  private final Set<String> unreached = new HashSet<>();
  private final Map<String, Duration> away = new HashMap<>();
  private final Map<String, Duration> drains = new HashMap<>();
  private final Drivers drivers = new Drivers();
  private final Map<String, Allotment> untold = new HashMap<>();
  private final List<HeadDoes> does = new ArrayList<>();
  private Duration now;
  private HeadState state;
  private MemberList members;

  /// @param head the name of its own node
  /// @param life another number each time its daemon is started
  /// @param heard the highest term that its node has heard of
  public HeadReign(HeadMachine machine, String head, long life, long heard, MemberList members) {
    this.machine = machine;
    this.head = head;
    this.life = life;
    this.members = members;
    this.now = Duration.ZERO;
    this.state = begun(Math.max(heard, members.term()));
    keep(members.by(term())); // nodes do not hear what an earlier head said
  }

  /// Where no head was ever heard of, and nobody was let in, nobody can have anything.
  private HeadState begun(long heard) {
    long term = Terms.above(heard, life);
    return heard == 0 && members.members().isEmpty()
        ? HeadState.first(term, now)
        : HeadState.begun(term, now);
  }

  public long term() {
    return state.term();
  }

  public MemberList members() {
    return members;
  }

  /// How many daemons are members now.
  public int count() {
    return up.size();
  }

  /// What follows from something that it hears.
  ///
  /// @param time since this reign was made; it only goes forward
  public List<HeadDoes> hear(HeadHears heard, Duration time) {
    now = time;
    switch (heard) {
      case HeadHears.Reported(NodeReport report) -> reported(report);
      case HeadHears.Up(String node) -> up(node);
      case HeadHears.Gone(String node, boolean left) -> gone(node, left);
      case HeadHears.Reached(String node, boolean reached) -> reached(node, reached);
      case HeadHears.Said said -> said(said);
      case HeadHears.Joins joins -> joins(joins);
      case HeadHears.TimePassed() -> timePassed();
    }
    List<HeadDoes> done = List.copyOf(does);
    does.clear();
    return done;
  }

  private void up(String node) {
    up.add(node);
    unreached.remove(node);
    away.remove(node);
    happens(new HeadEvent.NodeJoined(node));
    tell(node, new HeadSays.Reigns(term()));
  }

  private void reached(String node, boolean reached) {
    if (reached) {
      unreached.remove(node);
    } else {
      unreached.add(node);
    }
  }

  /// Who has left is forgotten; who has not may come back.
  private void gone(String node, boolean left) {
    up.remove(node);
    unreached.remove(node);
    if (left) {
      drains.remove(node);
    }
    away.put(node, left ? now.minus(COMES_BACK) : now);
    if (left && !node.equals(head)) {
      keep(members.without(term(), node));
    }
    lose();
  }

  private void lose() {
    List<String> lost =
        away.entrySet().stream()
            .filter(each -> now.minus(each.getValue()).compareTo(COMES_BACK) >= 0)
            .map(Map.Entry::getKey)
            .toList();
    lost.forEach(this::forget);
    happen(lost.stream().map(HeadEvent.NodeGone::new));
  }

  private void forget(String node) {
    away.remove(node);
    reports.remove(node);
    drains.remove(node);
  }

  private void keep(MemberList newer) {
    members = newer;
    does.add(new HeadDoes.Keep(newer));
    up.forEach(node -> tell(node, new HeadSays.Lists(newer)));
  }

  private void tell(String node, HeadSays said) {
    does.add(new HeadDoes.TellNode(node, said));
  }

  private void reported(NodeReport report) {
    if (report.term() > term()) {
      beginAbove(report.term());
    }
    if (!NodeReport.ListVersion.of(members).equals(report.members())) {
      tell(report.node(), new HeadSays.Lists(members));
    }
    if (report.term() < term()) {
      tell(report.node(), new HeadSays.Reigns(term()));
    } else if (up.contains(report.node())) {
      reports.put(report.node(), report);
      happens(new HeadEvent.NodeHeard(report.allocation(), report.upTo()));
      List.copyOf(untold.keySet()).forEach(this::tellGrant);
    }
  }

  /// Somebody has heard of a later head than this one: it begins again above that, and is told of
  /// everything again.
  private void beginAbove(long heard) {
    Map<String, Drivers.Claimed> claimed = drivers.all();
    Map<String, HeadGrant> told = new HashMap<>();
    claimed.keySet().forEach(run -> told(run).ifPresent(grant -> told.put(run, seen(grant))));
    state = HeadState.begun(Terms.above(heard, life), now);
    reports.clear();
    untold.clear();
    keep(members.by(term()));
    up.forEach(node -> tell(node, new HeadSays.Reigns(term())));
    Stream<HeadEvent> claims =
        claimed.entrySet().stream()
            .map(each -> claimed(each.getValue().claims(), told.get(each.getKey())));
    happen(Stream.concat(up.stream().map(HeadEvent.NodeJoined::new), claims));
  }

  private void said(HeadHears.Said said) {
    switch (said.message()) {
      case ToHead.Hello hello -> {
        drivers.hello(said.session(), hello);
        tell(said, new FromHead.Welcome(term(), members.heads(head), members.storage()));
      }
      case ToHead.Claims claims -> claims(said, claims);
      case ToHead.Releases(String run) -> released(said, run);
      case ToHead.AsksStatus(long question) -> tell(said, new FromHead.Told(question, status()));
      case ToHead.AsksAddress(long question, String node) ->
          tell(said, new FromHead.Found(question, members.find(node).map(Member::address)));
      case ToHead.AsksDrain ask -> drain(said, ask);
      case ToHead.AsksForget ask -> forget(said, ask);
    }
  }

  /// A process that had the run once does not release what its next driver has.
  private void released(HeadHears.Said said, String run) {
    boolean letIn = reports.keySet().stream().anyMatch(node -> lets(node, run, said.print()));
    if (drivers.of(run).map(d -> d.print().equals(said.print())).orElse(letIn)) {
      drivers.forget(run);
      untold.remove(run);
      happens(new HeadEvent.ClaimReleased(run));
    }
  }

  private void tell(HeadHears.Said said, FromHead answer) {
    does.add(new HeadDoes.TellDriver(said.session(), answer));
  }

  private ClusterStatus status() {
    return new StatusOfHead(head, state, members, up, unreached)
        .told(run -> drivers.of(run).map(Drivers.Driver::who).orElse(""));
  }

  private void drain(HeadHears.Said said, ToHead.AsksDrain ask) {
    if (!up.contains(ask.node())) {
      tell(said, new FromHead.NotDone(ask.question(), noNode(ask.node())));
      return;
    }
    drains.put(ask.node(), ask.within());
    happens(new HeadEvent.DrainAsked(ask.node()));
    drain(ask.node(), ask.within());
    String words =
        "%s leaves within %s s; nothing new is placed on it"
            .formatted(ask.node(), ask.within().toSeconds());
    tell(said, new FromHead.Done(ask.question(), words));
  }

  /// Is said again until the node is gone: a word may be lost.
  private void drain(String node, Duration within) {
    tell(node, new HeadSays.Leaves(term(), within, "manta drain"));
  }

  private String noNode(String node) {
    return "there is no node %s; nodes are %s"
        .formatted(node, String.join(", ", up.stream().sorted().toList()));
  }

  private void forget(HeadHears.Said said, ToHead.AsksForget ask) {
    Optional<Member> member = members.find(ask.node());
    if (member.isEmpty() || ask.node().equals(head)) {
      String why = member.isEmpty() ? noNode(ask.node()) : "the head cannot forget itself";
      tell(said, new FromHead.NotDone(ask.question(), why));
      return;
    }
    keep(members.without(term(), ask.node()).banning(member.get().print()));
    does.add(new HeadDoes.Evict(member.get()));
    tell(said, new FromHead.Done(ask.question(), ask.node() + " is not let in any more"));
  }

  /// What a driver knows less of than this head is told again.
  private void claims(HeadHears.Said said, ToHead.Claims claims) {
    claims.has().filter(has -> has.term() > term()).ifPresent(has -> beginAbove(has.term()));
    String run = claims.demand().run();
    Optional<String> refusal = RunIds.refusal(run);
    if (refusal.isPresent()) {
      tell(said, new FromHead.Refused(run, refusal.get()));
      return;
    }
    boolean another = drivers.claims(said, claims);
    happens(claimed(claims, null));
    Optional<Allotment> told = told(run);
    if (told.isPresent() && claims.has().map(has -> told.get().isNewerThan(of(has))).orElse(true)) {
      untold.put(run, told.get());
      tellGrant(run);
    } else if (another) {
      claim(run)
          .filter(claim -> !claim.waits().isEmpty())
          .ifPresent(claim -> tell(said, new FromHead.Waits(run, claim.waits(), claim.possible())));
    }
  }

  /// @param told what this head has told its driver last, where that is not what the claim says
  private static HeadEvent claimed(ToHead.Claims claims, @Nullable HeadGrant told) {
    return new HeadEvent.ClaimHeard(
        claims.demand().run(),
        claims.demand(),
        claims.possible(),
        Optional.ofNullable(told).or(claims::has).map(HeadReign::of),
        claims.lost());
  }

  private Optional<ClaimState> claim(String run) {
    return state.claims().stream().filter(claim -> claim.id().equals(run)).findFirst();
  }

  private Optional<Allotment> told(String run) {
    return claim(run).flatMap(ClaimState::told);
  }

  private static Allotment of(HeadGrant grant) {
    return new Allotment(
        grant.term(),
        grant.version(),
        grant.parts().stream()
            .map(part -> new AllottedPart(part.node().name(), part.workers(), part.gpus()))
            .toList());
  }

  private HeadGrant seen(Allotment grant) {
    List<HeadGrant.Part> parts = new ArrayList<>();
    for (AllottedPart part : grant.parts()) {
      var view = state.nodes().get(part.node());
      Optional<Member> member = members.find(part.node());
      if (view != null && member.isPresent()) {
        parts.add(
            new HeadGrant.Part(
                view.said().node(), member.get().address(), part.workers(), part.gpus()));
      }
    }
    return new HeadGrant(grant.term(), grant.version(), parts);
  }

  private void happens(HeadEvent event) {
    happen(Stream.of(event));
  }

  /// What happens together is decided together.
  private void happen(Stream<? extends HeadEvent> together) {
    List<HeadEvent> events = List.copyOf(together.toList());
    if (events.isEmpty()) {
      return;
    }
    HeadDecision decision = machine.step(state, events, now);
    state = decision.state();
    decision.effects().forEach(this::follow);
  }

  private void follow(HeadEffect effect) {
    switch (effect) {
      case HeadEffect.Reserve reserve -> {
        introduce(reserve.node(), reserve.claim());
        tell(reserve.node(), new HeadSays.Asks(term(), reserve));
      }
      case HeadEffect.ForNode other -> tell(other.node(), new HeadSays.Asks(term(), other));
      case HeadEffect.Granted(String run, Allotment grant) -> {
        untold.put(run, grant);
        tellGrant(run);
      }
      case HeadEffect.Waits(String run, String why, boolean possible) ->
          tellDriver(run, new FromHead.Waits(run, why, possible));
      case HeadEffect.Refused(String run, String why) -> {
        tellDriver(run, new FromHead.Refused(run, why));
        drivers.forget(run);
      }
    }
  }

  private void tellDriver(String run, FromHead said) {
    drivers.of(run).ifPresent(driver -> does.add(new HeadDoes.TellDriver(driver.session(), said)));
  }

  private void introduce(String node, String run) {
    drivers
        .of(run)
        .filter(driver -> !lets(node, run, driver.print()))
        .ifPresent(driver -> tell(node, new HeadSays.Introduces(term(), run, driver.print())));
  }

  private boolean lets(String node, String run, String print) {
    NodeReport report = reports.get(node);
    return report != null && print.equals(report.introduced().get(run));
  }

  /// A driver hears of its grant once every node of it lets it in.
  private void tellGrant(String run) {
    Allotment grant = untold.get(run);
    Optional<Drivers.Driver> driver = drivers.of(run);
    if (grant == null || driver.isEmpty()) {
      return;
    }
    String print = driver.get().print();
    boolean letIn = grant.parts().stream().allMatch(part -> lets(part.node(), run, print));
    if (letIn) {
      untold.remove(run);
      tellDriver(run, new FromHead.Granted(run, seen(grant)));
    } else {
      grant.parts().forEach(part -> introduce(part.node(), run));
    }
  }

  private void joins(HeadHears.Joins joins) {
    Member wanted = joins.newcomer().member();
    Optional<String> refusal = new Admission(members, up).refusal(joins.newcomer());
    JoinMessage answer;
    if (refusal.isPresent()) {
      answer = new JoinMessage.NotJoined(refusal.get());
    } else {
      if (members.find(wanted.name()).filter(wanted::equals).isEmpty()) {
        keep(members.with(term(), wanted));
      }
      answer = new JoinMessage.Joined(head, members, List.of());
    }
    does.add(new HeadDoes.Answer(joins.session(), answer, wanted.candidate()));
  }

  private void timePassed() {
    lose();
    Stream<HeadEvent> asked = drains.keySet().stream().map(HeadEvent.DrainAsked::new);
    happen(Stream.concat(Stream.of(new HeadEvent.TimePassed()), asked));
    drains.forEach(this::drain);
    List.copyOf(untold.keySet()).forEach(this::tellGrant);
  }
}
