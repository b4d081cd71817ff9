package dev.manta.internal.link;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/// Two ends of a link that send to each other over a simulated network: connections are cut, fall
/// silent, are slow, come late and twice; an end is restarted. What came is compared with what was
/// sent.
final class LinkHistory {
  private static final int FRAMES = 30;
  private static final int STEPS = 600;
  private static final int STEPS_TO_END = 4_000;

  /// One direction of a connection.
  private record Pipe(int connection, End to, Deque<Said> under) {}

  /// A message with the bytes that go with it.
  private record Said(LinkMessage message, long payload) {}

  /// One connection: its pipes, whether anything gets through, whether an end has closed it.
  private static final class Wire {
    private final Pipe toCaller;
    private final Pipe toCalled;
    private boolean deaf;
    private boolean closed;

    Wire(Pipe toCaller, Pipe toCalled) {
      this.toCaller = toCaller;
      this.toCalled = toCalled;
    }
  }

  /// One end, with the frames it keeps and those it was given.
  private final class End {
    private final boolean calls;
    private LinkState state;
    private final TreeMap<Long, Long> kept = new TreeMap<>();
    private final List<Long> delivered = new ArrayList<>();
    private final Deque<Long> untaken = new ArrayDeque<>();
    private int sent;
    private long payload;

    End(boolean calls, LinkRules.Turn begin) {
      this.calls = calls;
      this.state = begin.state();
    }

    void happens(LinkEvent event) {
      LinkRules.Turn turn = rules.decide(state, event, now);
      state = turn.state();
      turn.effects().forEach(this::follow);
    }

    void follow(LinkEffect effect) {
      switch (effect) {
        case LinkEffect.Say(int connection, LinkMessage message) -> say(connection, message);
        case LinkEffect.Deliver() -> {
          delivered.add(payload);
          untaken.add(payload);
          check(
              untaken.size() <= rules.terms().frames(), "more came than the window has space for");
        }
        case LinkEffect.Forget(long number) -> {
          kept.headMap(number, true).clear();
          check(kept.isEmpty() || kept.firstKey() == number + 1, "frames are kept for ever");
        }
        case LinkEffect.Drop(int connection) -> close(connection);
        case LinkEffect.Dial(int call, var _) -> dials.add(call);
        case LinkEffect.Tell _ -> {}
        case LinkEffect.End(LinkEnd end) -> ended(end);
      }
    }

    private void say(int connection, LinkMessage message) {
      Wire wire = wires.get(connection);
      long bytes = 0;
      if (message instanceof LinkMessage.Frame(long number)) {
        check(kept.containsKey(number), "frame " + number + " was forgotten");
        bytes = kept.getOrDefault(number, 0L);
      }
      if (wire != null && !wire.closed) {
        (calls ? wire.toCalled : wire.toCaller).under().add(new Said(message, bytes));
      }
    }

    private void ended(LinkEnd end) {
      check(restarted && isAboutRestart(end), "the link ended: " + end);
    }

    void send() {
      if (sent < FRAMES && state.end().isEmpty() && state.hasRoom(40, rules.terms())) {
        sent++;
        kept.put((long) sent, (long) sent);
        check(kept.size() <= rules.terms().frames(), "more is kept than the window has space for");
        happens(new LinkEvent.Send(40));
      }
    }

    void take() {
      if (untaken.poll() != null) {
        happens(new LinkEvent.Take(40));
      }
    }
  }

  private final Random random;
  private final LinkRules rules;
  private final Map<Integer, Wire> wires = new HashMap<>();
  private final Deque<Integer> dials = new ArrayDeque<>();
  private final List<LinkEvent.Called> answered = new ArrayList<>();
  private final List<String> log = new ArrayList<>();
  private final End caller;
  private End called;
  private long now;
  private int connections;
  private boolean calm;
  private boolean restarted;

  LinkHistory(long seed, LinkRules rules) {
    this.random = new Random(seed);
    this.rules = rules;
    LinkRules.Turn begin = rules.begin(1, true, 0);
    this.caller = new End(true, begin);
    this.called = new End(false, rules.begin(2, false, 0));
    begin.effects().forEach(caller::follow);
  }

  private static boolean isAboutRestart(LinkEnd end) {
    return end instanceof LinkEnd.Restarted;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }

  String log() {
    int from = Math.max(0, log.size() - 40);
    return "\n" + String.join("\n", log.subList(from, log.size()));
  }

  void play() {
    for (int i = 0; i < STEPS; i++) {
      step();
    }
    calm = true;
    wires.values().forEach(wire -> wire.deaf = false);
    for (int i = 0; i < STEPS_TO_END && !isDone(); i++) {
      step();
    }
    check(isDone(), "not everything came: " + caller.state + " " + called.state);
    compare(caller, called);
    compare(called, caller);
    if (random.nextInt(4) == 0) {
      restart();
    }
  }

  private boolean isDone() {
    return isDone(caller, called) && isDone(called, caller);
  }

  private static boolean isDone(End from, End to) {
    return from.sent == FRAMES && to.delivered.size() >= FRAMES && from.kept.isEmpty();
  }

  private static void compare(End from, End to) {
    for (int i = 0; i < FRAMES; i++) {
      check(to.delivered.get(i) == i + 1, "frame " + (i + 1) + " came as " + to.delivered);
    }
    check(to.delivered.size() == from.sent, "frames came twice: " + to.delivered);
  }

  /// The called end begins another life; the caller must hear of it, and both must be over.
  private void restart() {
    restarted = true;
    called = new End(false, rules.begin(3, false, now));
    wires.keySet().forEach(this::cut);
    for (int i = 0; i < STEPS_TO_END && caller.state.end().isEmpty(); i++) {
      step();
    }
    check(
        caller.state.end().filter(LinkHistory::isAboutRestart).isPresent(),
        "a restart was not noticed: " + caller.state.end());
  }

  private void step() {
    now += random.nextInt(4);
    int what = random.nextInt(100);
    if (what < 60) {
      carry();
    } else if (what < 70) {
      someone().send();
    } else if (what < 80) {
      someone().take();
    } else if (what < 88) {
      someone().happens(new LinkEvent.Tick());
    } else if (what < 95) {
      connect();
    } else if (!calm) {
      disturb();
    }
  }

  private End someone() {
    return random.nextBoolean() ? caller : called;
  }

  private Optional<Wire> anyWire() {
    List<Wire> all = List.copyOf(wires.values());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(random.nextInt(all.size())));
  }

  private void disturb() {
    anyWire()
        .ifPresent(
            wire -> {
              switch (random.nextInt(3)) {
                case 0 -> cut(wire.toCalled.connection());
                case 1 -> wire.deaf = !wire.deaf;
                default -> repeatCall();
              }
            });
  }

  /// Messages at the far end of both pipes are lost.
  private void cut(int connection) {
    Wire wire = Objects.requireNonNull(wires.get(connection));
    log.add(now + " cut " + connection);
    lose(wire.toCalled.under());
    lose(wire.toCaller.under());
    close(connection);
  }

  private void lose(Deque<Said> under) {
    int lost = random.nextInt(under.size() + 1);
    for (int i = 0; i < lost; i++) {
      under.removeLast();
    }
  }

  /// What is under way still comes; then the ends see that it is closed.
  private void close(int connection) {
    Wire wire = wires.get(connection);
    if (wire != null) {
      wire.closed = true;
    }
  }

  /// A call that was answered before comes again.
  private void repeatCall() {
    if (!answered.isEmpty()) {
      LinkEvent.Called old = answered.get(random.nextInt(answered.size()));
      open(++connections);
      called.happens(new LinkEvent.Called(connections, old.hello()));
      close(connections);
    }
  }

  private void connect() {
    Integer call = dials.poll();
    if (call == null) {
      return;
    }
    if (!calm && random.nextInt(4) == 0) {
      caller.happens(
          new LinkEvent.NotConnected(
              "refused",
              random.nextBoolean() ? LinkEvent.Answer.NONE : LinkEvent.Answer.NOBODY_LISTENS));
      return;
    }
    open(++connections);
    log.add(now + " connected " + connections);
    caller.happens(new LinkEvent.Connected(connections));
  }

  private void open(int connection) {
    Pipe toCaller = new Pipe(connection, caller, new ArrayDeque<>());
    Pipe toCalled = new Pipe(connection, called, new ArrayDeque<>());
    wires.put(connection, new Wire(toCaller, toCalled));
  }

  private void carry() {
    anyWire()
        .ifPresent(
            wire -> {
              Pipe pipe = random.nextBoolean() ? wire.toCaller : wire.toCalled;
              if (!wire.deaf && !carry(pipe) && wire.closed) {
                gone(wire);
              }
            });
  }

  private void gone(Wire wire) {
    if (wire.toCaller.under().isEmpty() && wire.toCalled.under().isEmpty()) {
      int connection = wire.toCaller.connection();
      wires.remove(connection);
      caller.happens(new LinkEvent.Broke(connection, "cut"));
      called.happens(new LinkEvent.Broke(connection, "cut"));
    }
  }

  private boolean carry(Pipe pipe) {
    Said said = pipe.under().poll();
    if (said == null) {
      return false;
    }
    log.add(now + " " + pipe.connection() + (pipe.to() == caller ? " < " : " > ") + said);
    End to = pipe.to();
    to.payload = said.payload();
    if (said.message() instanceof LinkMessage.Hello hello && to == called) {
      LinkEvent.Called call = new LinkEvent.Called(pipe.connection(), hello);
      answered.add(call);
      called.happens(call);
    } else {
      to.happens(new LinkEvent.Heard(pipe.connection(), said.message()));
    }
    return true;
  }
}
