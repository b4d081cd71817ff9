package dev.manta.internal.head;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Grant;
import dev.manta.cluster.Node;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.link.LinkEnd;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkTarget;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.LinkToken;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.remote.HeadCalls;
import dev.manta.internal.remote.NodeAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/// A driver's, or a command's, end of the link with the head of its cluster. When a link is lost
/// the same head is called again, and all others that were heard of; whichever answers is told what
/// is claimed and what was granted.
public final class HeadLink implements HeadCalls {
  private static final LinkTerms TERMS = LinkTerms.DEFAULT.withPatience(Duration.ofSeconds(3));
  private static final Duration BEAT = Duration.ofSeconds(5);
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final Duration FIRST_WORD = Duration.ofSeconds(60);
  private static final Duration ANSWER = Duration.ofSeconds(10);

  /// Nodes are called although the head is away.
  private static final Duration QUICK_ANSWER = Duration.ofSeconds(1);

  private static final Duration AGAIN = Duration.ofMillis(200);
  private static final Duration RELEASED = Duration.ofSeconds(60);
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  private final LinkToken token;
  private final PinnedTls tls;
  private final Consumer<String> told;
  private final HeadTour tour;
  private final HeadQuestions questions = new HeadQuestions();
  private final Map<String, HeadClaim> claims = new ConcurrentHashMap<>();

  /// When; a head forgets by itself what it does not hear of.
  private final Map<String, Long> released = new ConcurrentHashMap<>();

  private final Thread thread;
  private volatile Set<String> lost = Set.of();
  private volatile boolean closed;
  private @Nullable ResumableLink welcomed;
  private long term;
  private String storage = "";
  private String failure = "";
  private boolean refused;

  private HeadLink(HeadAddress head, LinkToken token, PinnedTls tls, Consumer<String> told) {
    this.token = token;
    this.tls = tls;
    this.told = told;
    this.tour = new HeadTour(head);
    this.thread = Thread.ofVirtual().name("manta-head-link").unstarted(this::callWhileOpen);
  }

  /// Calls a head, now and whenever the link is lost.
  ///
  /// @param told is given what a person should know, such as what a run waits for
  public static HeadLink call(
      HeadAddress head, LinkToken token, PinnedTls tls, Consumer<String> told) {
    var link = new HeadLink(head, token, tls, told);
    link.thread.start();
    return link;
  }

  /// Returns when a head has answered.
  public HeadLink connected(Duration limit) {
    awaitWelcome(limit);
    return this;
  }

  /// Where runs of this cluster are kept unless they say otherwise; empty is nowhere, or not known
  /// yet.
  public synchronized String storage() {
    return storage;
  }

  @Override
  public List<Node> nodes() {
    return status().nodes().stream().map(ClusterStatus.NodeLine::node).toList();
  }

  /// What there is and who has it.
  public ClusterStatus status() {
    return switch (ask(ToHead.AsksStatus::new, ANSWER)) {
      case FromHead.Told(long _, ClusterStatus status) -> status;
      case FromHead other -> throw unexpected(other);
    };
  }

  /// Asks a node to leave within a time; says what follows, in words.
  public String drain(String node, Duration within) {
    return done(ask(number -> new ToHead.AsksDrain(number, node, within), ANSWER));
  }

  /// Has a node let in no longer; says what follows, in words.
  public String forget(String node) {
    return done(ask(number -> new ToHead.AsksForget(number, node), ANSWER));
  }

  @Override
  public Optional<NodeAddress> address(String node) {
    try {
      return switch (ask(number -> new ToHead.AsksAddress(number, node), QUICK_ANSWER)) {
        case FromHead.Found(long _, Optional<NodeAddress> address) -> address;
        case FromHead other -> throw unexpected(other);
      };
    } catch (MantaException away) {
      // what was granted stays granted while no head is there
      return claims.values().stream().flatMap(c -> c.address(node).stream()).findFirst();
    }
  }

  @Override
  public Claim claim(Demand demand, Consumer<Grant> granted) {
    var claim = new HeadClaim(demand, granted, this::release);
    if (claims.putIfAbsent(demand.run(), claim) != null) {
      throw new IllegalArgumentException("run " + demand.run() + " has a claim already");
    }
    released.remove(demand.run());
    say(claim.said(lost));
    return claim.awaitHeard(FIRST_WORD, tour.toString());
  }

  @Override
  public void lost(Set<String> nodes) {
    lost = Set.copyOf(nodes);
    claims.values().forEach(claim -> say(claim.said(lost)));
  }

  private void release(HeadClaim claim) {
    if (claims.remove(claim.run(), claim)) {
      released.put(claim.run(), System.nanoTime());
      say(new ToHead.Releases(claim.run()));
    }
  }

  /// Asks whichever head is there, and the next one if that is lost.
  private FromHead ask(LongFunction<ToHead> question, Duration limit) {
    long end = System.nanoTime() + limit.toNanos();
    Optional<FromHead> answer = Optional.empty();
    while (answer.isEmpty()) {
      Duration left = Duration.ofNanos(Math.max(1, end - System.nanoTime()));
      awaitWelcome(left);
      answer = questions.ask(question, this::say, left);
    }
    return answer.get();
  }

  private static String done(FromHead answer) {
    return switch (answer) {
      case FromHead.Done(long _, String words) -> words;
      case FromHead.NotDone(long _, String why) -> throw new MantaException(ErrorCode.USER, why);
      case FromHead other -> throw unexpected(other);
    };
  }

  private static MantaException unexpected(FromHead answer) {
    return new MantaException(
        ErrorCode.CLUSTER, "the head answered something else: " + answer.getClass());
  }

  /// Says something if a head is there; who calls the next one says again what is claimed.
  private synchronized void say(ToHead message) {
    try {
      if (welcomed == null) {
        questions.lost();
      } else {
        welcomed.send(HeadCodec.write(message));
      }
    } catch (LinkLost _) {
      lost();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitWelcome(Duration limit) {
    try {
      long end = System.nanoTime() + limit.toNanos();
      while (welcomed == null && !refused && System.nanoTime() < end) {
        wait(LOOK.toMillis());
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    if (welcomed == null) {
      throw new MantaException(
          refused ? ErrorCode.USER : ErrorCode.CLUSTER,
          "no head at %s answers%s".formatted(tour, failure.isEmpty() ? "" : ": " + failure));
    }
  }

  private void callWhileOpen() {
    try {
      while (!closed) {
        HeadAddress next = tour.next();
        var target = new LinkTarget(next.socket(), next.print(), Optional.of(token));
        converse(ResumableLink.call(target, tls, TERMS, _ -> {}));
        lost();
        Thread.sleep(AGAIN);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// Speaks with whoever answers, until it is lost or is not a head.
  private void converse(ResumableLink link) throws InterruptedException {
    try {
      link.send(Purpose.HEAD.frame(HeadCodec.VERSION));
      link.send(HeadCodec.write(new ToHead.Hello(release(), who())));
      long beat = System.nanoTime();
      boolean continues = true;
      while (continues && !closed) {
        Optional<byte[]> frame = link.receive(LOOK);
        continues = frame.isEmpty() || hear(HeadCodec.fromHead(frame.get()), link);
        if (System.nanoTime() - beat > BEAT.toNanos()) {
          claims.values().forEach(claim -> say(claim.said(lost)));
          beat = System.nanoTime();
        }
      }
      leave(link);
    } catch (LinkLost e) {
      failed(e.end());
    } catch (HeadViolation e) {
      link.close(String.valueOf(e.getMessage()));
      failed(new LinkEnd.Violated(String.valueOf(e.getMessage())));
    }
  }

  /// Everything that was said is to arrive, before this process may end.
  private static void leave(ResumableLink link) throws LinkLost, InterruptedException {
    link.close();
    long end = System.nanoTime() + FAREWELL.toNanos();
    while (System.nanoTime() < end) {
      link.receive(FAREWELL);
    }
  }

  private static String release() {
    return String.valueOf(HeadLink.class.getPackage().getImplementationVersion());
  }

  private static String who() {
    return System.getProperty("user.name") + ", process " + ProcessHandle.current().pid();
  }

  private synchronized void lost() {
    welcomed = null;
    questions.lost();
  }

  /// Whoever was let in once is not refused for good: a head that has just begun may not know all.
  private synchronized void failed(LinkEnd end) {
    failure = end.words();
    boolean unwanted =
        end instanceof LinkEnd.Refused
            || (end instanceof LinkEnd.ClosedByPeer(String why) && !why.isEmpty());
    refused = unwanted && term == 0 && !closed;
    notifyAll();
  }

  /// Says whether to continue with this link.
  private boolean hear(FromHead message, ResumableLink link) {
    switch (message) {
      case FromHead.Welcome welcome -> welcome(welcome, link);
      case FromHead.Elsewhere(List<HeadAddress> heads) -> tour.hear(heads);
      case FromHead.Granted(String run, HeadGrant grant) -> claimed(run, c -> c.grant(grant));
      case FromHead.Waits waits -> claimed(waits.run(), claim -> waits(claim, waits));
      case FromHead.Refused(String run, String why) -> claimed(run, c -> refused(c, why));
      case FromHead.Told answer -> questions.answered(answer.question(), answer);
      case FromHead.Found answer -> questions.answered(answer.question(), answer);
      case FromHead.Done answer -> questions.answered(answer.question(), answer);
      case FromHead.NotDone answer -> questions.answered(answer.question(), answer);
    }
    return !(message instanceof FromHead.Elsewhere);
  }

  private synchronized void welcome(FromHead.Welcome welcome, ResumableLink link) {
    tour.hear(welcome.heads());
    term = welcome.term();
    storage = welcome.storage();
    refused = false;
    welcomed = link;
    released.values().removeIf(at -> System.nanoTime() - at > RELEASED.toNanos());
    released.keySet().forEach(run -> say(new ToHead.Releases(run)));
    claims.values().forEach(claim -> say(claim.said(lost)));
    notifyAll();
  }

  private void claimed(String run, Consumer<HeadClaim> then) {
    HeadClaim claim = claims.get(run);
    if (claim != null) {
      then.accept(claim);
    }
  }

  private void waits(HeadClaim claim, FromHead.Waits waits) {
    if (claim.waits(waits)) {
      told.accept("run %s waits: %s".formatted(claim.run(), waits.why()));
    }
    claim.proceed();
  }

  /// Who waits already continues waiting, and asks again with the next beat.
  private void refused(HeadClaim claim, String why) {
    if (!claim.isHeard()) {
      claim.refuse(why);
    } else if (claim.waits(new FromHead.Waits(claim.run(), why, false))) {
      told.accept("run %s waits for nodes that are not there: %s".formatted(claim.run(), why));
    }
  }

  @Override
  public void close() {
    List.copyOf(claims.values()).forEach(HeadClaim::close);
    closed = true;
    try {
      thread.join(FAREWELL.plusSeconds(1));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
