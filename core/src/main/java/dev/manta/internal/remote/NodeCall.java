package dev.manta.internal.remote;

import dev.manta.cluster.WorkerNews;
import dev.manta.internal.link.LinkEnd;
import dev.manta.internal.link.LinkLost;
import dev.manta.internal.link.LinkNews;
import dev.manta.internal.link.LinkTarget;
import dev.manta.internal.link.Purpose;
import dev.manta.internal.link.ResumableLink;
import dev.manta.internal.wire.WireException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The driver's link to one node, for all its runs there. A node whose daemon was started again is
/// called again and told everything again; one that is not heard is given up with all workers on
/// it, and called until it is back.
final class NodeCall implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger("dev.manta.remote");
  private static final Duration REJOIN = Duration.ofSeconds(10);
  private static final Duration STUCK = Duration.ofSeconds(60);
  private static final Duration SOON = Duration.ofMillis(100);
  private static final Duration LATER = Duration.ofSeconds(1);
  private static final long LOOK_SECONDS = 5;

  /// A machine's connections do not all break in the same moment.
  private static final Duration SUSPECTED = Duration.ofSeconds(2);

  /// How the node stands.
  enum Standing {
    /// It is being called.
    CALLING,
    /// It talks.
    UP,
    /// It cannot be reached, or does not let this driver in.
    LOST
  }

  private final String node;
  private final RemoteDriver driver;
  private final NodeOutbox outbox = new NodeOutbox();
  private final Map<Integer, RemoteGroup> groups = new LinkedHashMap<>();
  private final Set<Integer> opened = new HashSet<>();
  private final Map<Integer, CompletableFuture<Boolean>> looks = new ConcurrentHashMap<>();
  private final AtomicInteger questions = new AtomicInteger();
  private Standing standing = Standing.CALLING;
  private boolean prepared;
  private String why = "";
  private boolean refused;
  private @Nullable ResumableLink link;
  private volatile boolean joined;
  private volatile long suspected = System.nanoTime() - SUSPECTED.toNanos();
  private volatile long upUntil = System.nanoTime();
  private volatile long progressed = System.nanoTime();
  private volatile boolean closed;
  private volatile boolean hopeless;
  private Optional<NodeAddress> last = Optional.empty();

  NodeCall(String node, RemoteDriver driver) {
    this.node = node;
    this.driver = driver;
  }

  /// On a thread of the system: whoever hears much must not keep links from being heard.
  NodeCall started() {
    Thread.ofPlatform().daemon().name("manta-node-" + node).start(this::run);
    return this;
  }

  String node() {
    return node;
  }

  /// Whether it has this program's code, and was not given up since.
  synchronized boolean isUsable() {
    return prepared && standing != Standing.LOST;
  }

  synchronized Standing standing() {
    return standing;
  }

  /// Whether it is not lost, and has said something or was sent some code a while ago.
  boolean progresses() {
    return standing() != Standing.LOST && System.nanoTime() - progressed < STUCK.toNanos();
  }

  /// Whether it does not let this driver in.
  synchronized boolean isRefused() {
    return refused;
  }

  /// Whether there is a connection now.
  boolean isJoined() {
    return joined;
  }

  /// Opens a group there, with all that was asked for before.
  synchronized void open(RemoteGroup group) {
    if (standing == Standing.LOST) {
      giveUp(group);
    } else if (groups.putIfAbsent(group.number(), group) == null && link != null) {
      messages(group).forEach(outbox::add);
    }
  }

  /// Says something of a group; the group is opened there first. What is said to a node that is
  /// lost is not heard, as its workers are gone.
  synchronized void tell(RemoteGroup group, ToNode message, String replaces) {
    if (standing == Standing.LOST) {
      giveUp(group);
      return;
    }
    if (groups.putIfAbsent(group.number(), group) == null && link != null) {
      messages(group).forEach(outbox::add);
    }
    outbox.add(ToNodeCodec.write(message), replaces);
  }

  /// A group begins where the node is lost: it hears so from another thread.
  private void giveUp(RemoteGroup group) {
    groups.putIfAbsent(group.number(), group);
    String reason = why;
    boolean closedDoor = refused;
    Thread.ofVirtual().start(() -> group.lost(node, reason, closedDoor));
  }

  private List<byte[]> messages(RemoteGroup group) {
    List<byte[]> messages = new ArrayList<>();
    boolean again = !opened.add(group.number());
    group.opening(node, again).forEach(each -> messages.add(ToNodeCodec.write(each)));
    return messages;
  }

  /// Says something, if the group is known there.
  synchronized void tellIfOpen(RemoteGroup group, ToNode message) {
    if (standing != Standing.LOST && groups.containsKey(group.number())) {
      outbox.add(ToNodeCodec.write(message));
    }
  }

  synchronized void forget(RemoteGroup group) {
    groups.remove(group.number());
  }

  /// Whether a process runs there; false where the node does not say so in time.
  boolean runs(long pid) {
    int question = questions.incrementAndGet();
    var answer = new CompletableFuture<Boolean>();
    looks.put(question, answer);
    outbox.add(ToNodeCodec.write(new ToNode.Look(question, pid)));
    try {
      return answer.get(LOOK_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException unknown) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      looks.remove(question);
    }
  }

  private void run() {
    try {
      while (!closed && !hopeless) {
        callOnce();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "node " + node + " is not called any more", e);
    }
  }

  /// A node that this process has failed to talk with is lost, and called again like others.
  private void callOnce() throws InterruptedException {
    try {
      LinkEnd end = talk();
      joined = false;
      if (!closed) {
        ended(end);
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "the talk with node " + node + " has failed", e);
      joined = false;
      loseFor("the talk with it has failed: " + e, false);
    }
  }

  private LinkEnd talk() throws InterruptedException {
    Optional<NodeAddress> address = address();
    if (address.isEmpty()) {
      return new LinkEnd.Refused("the head does not know it any more");
    }
    NodeAddress called = address.get();
    last = Optional.empty();
    var at = new InetSocketAddress(called.host(), called.port());
    ResumableLink calling =
        ResumableLink.call(
            LinkTarget.introduced(at, called.print()), driver.tls(), driver.terms(), this::fares);
    Thread sender = begin(calling);
    try {
      while (true) {
        MessageBatch.fromNode(calling.receive()).forEach(this::hear);
      }
    } catch (LinkLost lost) {
      last = isOnItsWay(lost.end()) ? address : Optional.empty();
      return lost.end();
    } catch (WireException broken) {
      calling.close(String.valueOf(broken.getMessage()));
      return new LinkEnd.Violated(String.valueOf(broken.getMessage()));
    } finally {
      sender.interrupt();
      calling.close();
      sender.join(); // or it takes what is meant for the next link
      end();
    }
  }

  /// Whether the daemon was started again, or may be in a moment.
  private static boolean isOnItsWay(LinkEnd end) {
    return end instanceof LinkEnd.Restarted || end instanceof LinkEnd.Vacant;
  }

  /// Where it was a moment ago, if it is started again: the head may be away, too. Else where the
  /// head says.
  private Optional<NodeAddress> address() {
    return last.isPresent() ? last : driver.head().address(node);
  }

  private synchronized Thread begin(ResumableLink calling) {
    link = calling;
    List<byte[]> first = new ArrayList<>();
    first.add(ToNodeCodec.write(driver.hello()));
    driver.codes().forEach(code -> first.add(code.prepare()));
    groups.values().forEach(group -> first.addAll(messages(group)));
    outbox.lead(first);
    return Thread.ofVirtual().name("manta-to-node-" + node).start(() -> send(calling));
  }

  private void send(ResumableLink to) {
    try {
      to.send(Purpose.NODE.frame(ToNode.VERSION));
      while (true) {
        Optional<byte[]> batch = outbox.take();
        if (batch.isEmpty()) {
          to.close();
          return;
        }
        to.send(batch.get());
      }
    } catch (LinkLost over) {
      // whoever receives sees the same
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void end() {
    link = null;
  }

  /// A link tells this from its own thread.
  private void fares(LinkNews news) {
    joined = news instanceof LinkNews.Joined;
    if (!joined && System.nanoTime() - suspected < SUSPECTED.toNanos()) {
      Thread.ofVirtual().start(this::giveUpIfBroken);
    }
  }

  /// Workers elsewhere have seen one of this node's die: if its link is broken, too, or breaks in a
  /// moment, its machine is gone.
  void suspect() {
    suspected = System.nanoTime();
    Thread.ofVirtual().start(this::giveUpIfBroken);
  }

  private void giveUpIfBroken() {
    ResumableLink broken = link();
    if (!joined && broken != null && standing() == Standing.UP) {
      broken.close("a worker of this node was seen to die");
      lost("its link is broken, and others have seen a worker of it die", false);
    }
  }

  private void hear(FromNode message) {
    progressed = System.nanoTime();
    switch (message) {
      case FromNode.Welcome _ -> welcome();
      case FromNode.Lacks(int number, List<String> hashes) -> deliver(number, hashes);
      case FromNode.Prepared(int number) -> prepared(number);
      case FromNode.NotPrepared(int _, String reason) -> refuse(reason);
      case FromNode.Looked(int question, boolean runs) -> looked(question, runs);
      case FromNode.Leaving(Duration left, String reason) ->
          groups().forEach(g -> g.pass(new WorkerNews.Leaving(node, left, reason)));
      case FromNode.OfGroup of -> hearOf(of);
    }
  }

  private void hearOf(FromNode.OfGroup message) {
    RemoteGroup group = group(message.group());
    if (group != null) {
      group.hear(node, message);
    }
  }

  private synchronized @Nullable RemoteGroup group(int number) {
    return groups.get(number);
  }

  private void looked(int question, boolean runs) {
    CompletableFuture<Boolean> asked = looks.get(question);
    if (asked != null) {
      asked.complete(runs);
    }
  }

  private void welcome() {
    synchronized (this) {
      standing = Standing.UP;
      refused = false;
    }
    driver.changed();
  }

  private void prepared(int number) {
    if (number == 0) {
      synchronized (this) {
        prepared = true;
      }
      driver.changed();
    }
  }

  /// The code cannot be had there: what is wrong is told by those that are started there.
  private void refuse(String reason) {
    ResumableLink open = link();
    lost(reason, true); // before whoever listens sees that the link is closed
    if (open != null) {
      open.close();
    }
  }

  /// What cannot be sent now cannot be sent later either, so it is not tried again.
  private void codeCannotBeSent(IOException why) {
    String words = "this program's code cannot be sent: " + words(why);
    LOG.log(System.Logger.Level.ERROR, "node " + node + " is not used: " + words);
    driver.say().accept("node " + node + " is not used: " + words);
    hopeless = true;
    refuse(words);
  }

  private static String words(IOException e) {
    return e.getClass() == IOException.class ? String.valueOf(e.getMessage()) : e.toString();
  }

  private synchronized @Nullable ResumableLink link() {
    return link;
  }

  private void deliver(int number, List<String> hashes) {
    ResumableLink open = link();
    Optional<RemoteCode> code = driver.code(number);
    if (open != null && code.isPresent() && !hashes.isEmpty()) {
      Thread.ofVirtual()
          .name("manta-code-to-" + node)
          .start(() -> deliver(code.get(), hashes, open));
    }
  }

  private void deliver(RemoteCode code, List<String> hashes, ResumableLink open) {
    try {
      new CodeDelivery(node, open, driver.say(), () -> progressed = System.nanoTime())
          .send(code, hashes);
    } catch (LinkLost over) {
      // whoever receives sees the same
    } catch (IOException e) {
      codeCannotBeSent(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ended(LinkEnd end) throws InterruptedException {
    boolean up = standing() == Standing.UP;
    if (up) {
      upUntil = System.nanoTime() - unheard(end).toNanos();
    }
    boolean was = standing() != Standing.LOST && System.nanoTime() - upUntil < REJOIN.toNanos();
    switch (end) {
      case LinkEnd.Restarted _ when was -> callAgain(Duration.ZERO);
      case LinkEnd.Refused _, LinkEnd.Vacant _ when was -> callAgain(SOON);
      case LinkEnd.ClosedByPeer(String reason) when !up -> loseFor(reason, true);
      case LinkEnd.Refused _ -> loseFor(end.words(), false);
      case LinkEnd.Closed _,
          LinkEnd.Restarted _,
          LinkEnd.ClosedByPeer _,
          LinkEnd.Violated _,
          LinkEnd.Vacant _,
          LinkEnd.Silent _ ->
          loseFor(end.words(), false);
    }
  }

  /// How long it was not heard when the link ended.
  private static Duration unheard(LinkEnd end) {
    return end instanceof LinkEnd.Vacant(long millis) ? Duration.ofMillis(millis) : Duration.ZERO;
  }

  private void callAgain(Duration after) throws InterruptedException {
    synchronized (this) {
      standing = Standing.CALLING;
    }
    Thread.sleep(after);
  }

  private void loseFor(String reason, boolean isRefusal) throws InterruptedException {
    lost(reason, isRefusal);
    Thread.sleep(LATER);
  }

  /// Who decides about placement hears it before those whose workers are lost.
  private void lost(String reason, boolean isRefusal) {
    synchronized (this) {
      if (standing == Standing.LOST) {
        return;
      }
      standing = Standing.LOST;
      prepared = false;
      why = reason;
      refused = isRefusal;
      outbox.clear();
    }
    driver.changed();
    groups().forEach(group -> group.lost(node, reason, isRefusal));
  }

  private synchronized List<RemoteGroup> groups() {
    return List.copyOf(groups.values());
  }

  @Override
  public void close() {
    closed = true;
    outbox.close();
  }
}
