package dev.manta.internal.link;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Frames to and from another process, each once and in order, over as many connections as it
/// takes. An end that takes its frames slowly makes the other one wait; it ends nobody.
public final class ResumableLink implements AutoCloseable {
  private static final long TICK_MILLIS = 250;
  private static final long PAUSED_MILLIS = 1_000;
  private static final int CONNECT_MILLIS = 2_000;
  private static final SecureRandom RANDOM = new SecureRandom();

  /// How a calling end makes connections.
  private interface Dialer {
    LinkConnection dial() throws IOException;
  }

  private final LinkRules rules;
  private final @Nullable Dialer dialer;
  private volatile Consumer<LinkNews> news;
  private final BlockingQueue<LinkNews> untold = new LinkedBlockingQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Long, byte[]> kept = new HashMap<>();
  private final Deque<byte[]> inbox = new ArrayDeque<>();
  private final Map<Integer, LinkLine> lines = new HashMap<>();
  private final LineNews lineNews = new LineNews();
  private LinkState state;
  private long forgotten;
  private int connections;
  private byte[] payload = {};

  private ResumableLink(LinkTerms terms, @Nullable Dialer dialer, Consumer<LinkNews> news) {
    this.rules = new LinkRules(terms);
    this.dialer = dialer;
    this.news = news;
    LinkRules.Turn begin = rules.begin(session(), dialer != null, now());
    this.state = begin.state();
    begin.effects().forEach(this::follow);
  }

  /// Calls somebody, now and whenever the connection breaks.
  ///
  /// @param news is told how the link fares, and must not block
  public static ResumableLink call(
      LinkTarget target, PinnedTls tls, LinkTerms terms, Consumer<LinkNews> news) {
    return new ResumableLink(terms, () -> dial(target, tls, terms), news).started();
  }

  /// An end that is called.
  static ResumableLink called(LinkTerms terms) {
    return new ResumableLink(terms, null, _ -> {}).started();
  }

  private ResumableLink started() {
    Thread.ofVirtual().name("manta-link-clock").start(this::watch);
    return this;
  }

  /// Never 0, which stands for none.
  private static long session() {
    return RANDOM.nextLong() | 1;
  }

  private static long now() {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }

  private static LinkConnection dial(LinkTarget target, PinnedTls tls, LinkTerms terms)
      throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(target.address(), CONNECT_MILLIS);
      socket.setSoTimeout((int) terms.silence().toMillis());
      LinkConnection connection = LinkConnection.call(socket, tls, target);
      socket.setSoTimeout(0);
      return connection;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /// Sends a frame; waits while too many are on their way.
  public void send(byte[] frame) throws LinkLost, InterruptedException {
    check(frame);
    lock.lockInterruptibly();
    try {
      while (state.end().isEmpty() && !state.hasRoom(frame.length, rules.terms())) {
        changed.await();
      }
      sendNow(frame);
    } finally {
      lock.unlock();
    }
  }

  /// Sends a frame if there is space for it; says whether there was.
  public boolean trySend(byte[] frame) throws LinkLost {
    check(frame);
    lock.lock();
    try {
      boolean room = state.end().isPresent() || state.hasRoom(frame.length, rules.terms());
      if (room) {
        sendNow(frame);
      }
      return room;
    } finally {
      lock.unlock();
    }
  }

  private void check(byte[] frame) {
    if (frame.length > rules.terms().frameBytes()) {
      throw new IllegalArgumentException(
          "a frame of %s bytes; %s are the most"
              .formatted(frame.length, rules.terms().frameBytes()));
    }
  }

  private void sendNow(byte[] frame) throws LinkLost {
    if (state.end().isPresent() || state.out().farewell().isPresent()) {
      throw new LinkLost(state.end().orElse(new LinkEnd.Closed()));
    }
    kept.put(state.out().last().number() + 1, frame.clone());
    happens(new LinkEvent.Send(frame.length));
  }

  /// The next frame; waits for it.
  ///
  /// @throws LinkLost when the link is over and all that came was received
  public byte[] receive() throws LinkLost, InterruptedException {
    lock.lockInterruptibly();
    try {
      while (inbox.isEmpty() && state.end().isEmpty()) {
        changed.await();
      }
      return receiveNow();
    } finally {
      lock.unlock();
    }
  }

  /// The next frame, if it comes within a time.
  public Optional<byte[]> receive(Duration limit) throws LinkLost, InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = limit.toNanos();
      while (inbox.isEmpty() && state.end().isEmpty() && left > 0) {
        left = changed.awaitNanos(left);
      }
      boolean nothing = inbox.isEmpty() && state.end().isEmpty();
      return nothing ? Optional.empty() : Optional.of(receiveNow());
    } finally {
      lock.unlock();
    }
  }

  private byte[] receiveNow() throws LinkLost {
    byte[] frame = inbox.poll();
    if (frame == null) {
      throw new LinkLost(state.end().orElseThrow());
    }
    happens(new LinkEvent.Take(frame.length));
    return frame;
  }

  /// Why it is over; empty while it is not.
  public Optional<LinkEnd> end() {
    lock.lock();
    try {
      return state.end();
    } finally {
      lock.unlock();
    }
  }

  /// Tells somebody else from now on how the link fares; it must not block.
  public void tell(Consumer<LinkNews> listener) {
    news = listener;
  }

  /// The life of this end.
  long sessionOfThisEnd() {
    lock.lock();
    try {
      return state.session();
    } finally {
      lock.unlock();
    }
  }

  /// Says that nothing more comes, behind all frames that were sent; does not wait for it.
  @Override
  public void close() {
    close("");
  }

  /// Says that nothing more comes, and why.
  public void close(String why) {
    happens(new LinkEvent.Close(why));
  }

  /// The other end has called.
  void answer(LinkConnection connection, LinkMessage.Hello hello) {
    lock.lock();
    try {
      happens(new LinkEvent.Called(open(connection), hello));
    } finally {
      lock.unlock();
    }
  }

  private int open(LinkConnection connection) {
    int number = ++connections;
    LinkLine line = new LinkLine(number, connection, rules.terms().frameBytes(), lineNews);
    lines.put(number, line);
    line.start();
    return number;
  }

  private void happens(LinkEvent event) {
    lock.lock();
    try {
      LinkRules.Turn turn = rules.decide(state, event, now());
      state = turn.state();
      turn.effects().forEach(this::follow);
    } finally {
      lock.unlock();
    }
  }

  private void follow(LinkEffect effect) {
    switch (effect) {
      case LinkEffect.Say(int connection, LinkMessage message) -> say(connection, message);
      case LinkEffect.Deliver() -> deliver();
      case LinkEffect.Forget(long number) -> forget(number);
      case LinkEffect.Drop(int connection) -> drop(connection);
      case LinkEffect.Dial(int _, Duration after) ->
          Thread.ofVirtual().name("manta-link-caller").start(() -> dialAfter(after));
      case LinkEffect.Tell(LinkNews told) -> untold.add(told);
      case LinkEffect.End _ -> over();
    }
  }

  private void say(int connection, LinkMessage message) {
    LinkLine line = lines.get(connection);
    if (line != null) {
      line.say(parcel(message));
    }
  }

  private LinkCodec.Parcel parcel(LinkMessage message) {
    return message instanceof LinkMessage.Frame(long number)
        ? new LinkCodec.Parcel(message, Objects.requireNonNull(kept.get(number)))
        : new LinkCodec.Parcel(message);
  }

  private void deliver() {
    inbox.add(payload);
    changed.signalAll();
  }

  private void forget(long number) {
    while (forgotten < number) {
      kept.remove(++forgotten);
    }
    changed.signalAll();
  }

  private void drop(int connection) {
    LinkLine line = lines.remove(connection);
    if (line != null) {
      line.finish();
    }
  }

  private void over() {
    kept.clear();
    changed.signalAll();
  }

  /// Somewhere between half the pause and the pause.
  private void dialAfter(Duration pause) {
    try {
      Thread.sleep(pause.multipliedBy(50 + ThreadLocalRandom.current().nextInt(51)).dividedBy(100));
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    dialNow();
  }

  private void dialNow() {
    try {
      if (dialer != null && end().isEmpty()) {
        connected(dialer.dial());
      }
    } catch (LinkLost e) {
      happens(new LinkEvent.NotConnected(e.end().words(), LinkEvent.Answer.NOT_LET_IN));
    } catch (ConnectException e) {
      happens(new LinkEvent.NotConnected(String.valueOf(e), LinkEvent.Answer.NOBODY_LISTENS));
    } catch (IOException | RuntimeException e) {
      happens(new LinkEvent.NotConnected(String.valueOf(e), LinkEvent.Answer.NONE));
    }
  }

  private void connected(LinkConnection connection) {
    lock.lock();
    try {
      happens(new LinkEvent.Connected(open(connection)));
    } finally {
      lock.unlock();
    }
  }

  /// Lets time pass, and tells news.
  private void watch() {
    try {
      long last = now();
      while (end().isEmpty() || !untold.isEmpty()) {
        LinkNews next = untold.poll(TICK_MILLIS, TimeUnit.MILLISECONDS);
        if (next != null) {
          news.accept(next);
        }
        last = tick(last);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /// A process that was stopped for a while cannot say that the others were silent.
  private long tick(long last) {
    long passed = now() - last;
    if (passed < TICK_MILLIS) {
      return last;
    }
    if (passed > TICK_MILLIS + PAUSED_MILLIS) {
      happens(new LinkEvent.Paused(passed));
    }
    happens(new LinkEvent.Tick());
    return last + passed;
  }

  /// What connections bring.
  private final class LineNews implements LinkLine.Listener {
    @Override
    public void heard(int connection, LinkCodec.Parcel parcel) {
      lock.lock();
      try {
        payload = parcel.payload();
        happens(new LinkEvent.Heard(connection, parcel.message()));
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void received(int connection) {
      happens(new LinkEvent.Received(connection));
    }

    @Override
    public void broke(int connection, IOException failure) {
      if (failure instanceof LinkViolation violation) {
        happens(new LinkEvent.Misheard(connection, String.valueOf(violation.getMessage())));
      } else {
        happens(new LinkEvent.Broke(connection, String.valueOf(failure)));
      }
    }
  }
}
