package dev.manta.internal.link;

import dev.manta.internal.link.LinkMessage.Parting;
import dev.manta.internal.link.LinkState.Line;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The rules of a resumable link, for both ends: frames come once and in order, over however many
/// connections. No clock, no socket, no bytes.
class LinkRules {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  /// What follows from an event.
  record Turn(LinkState state, List<LinkEffect> effects) {}

  private final LinkTerms terms;

  LinkRules(LinkTerms terms) {
    this.terms = terms;
  }

  LinkTerms terms() {
    return terms;
  }

  /// A new end; one that calls does so at once.
  Turn begin(long session, boolean calls, long now) {
    LinkState state = LinkState.begin(session, calls, now);
    List<LinkEffect> effects = new ArrayList<>();
    return turn(calls ? dial(state, effects) : state, effects);
  }

  /// What an event changes, at a time in milliseconds.
  Turn decide(LinkState state, LinkEvent event, long now) {
    List<LinkEffect> effects = new ArrayList<>();
    return turn(
        state.end().isPresent()
            ? late(state, event, effects)
            : switch (event) {
              case LinkEvent.Send(int bytes) -> send(state, bytes, now, effects);
              case LinkEvent.Take(int bytes) -> take(state, bytes, now, effects);
              case LinkEvent.Close(String why) -> close(state, why, effects);
              case LinkEvent.Connected(int connection) ->
                  connected(state, connection, now, effects);
              case LinkEvent.Called(int connection, LinkMessage.Hello hello) ->
                  called(state, connection, hello, now, effects);
              case LinkEvent.Heard(int connection, LinkMessage message) ->
                  isCurrent(state, connection) ? heard(state, message, now, effects) : state;
              case LinkEvent.Received(int connection) ->
                  isCurrent(state, connection) && state.line().greeted()
                      ? state.with(state.line().heard(now))
                      : state;
              case LinkEvent.Misheard(int connection, String what) ->
                  isCurrent(state, connection) ? violated(state, what, effects) : state;
              case LinkEvent.Paused(long millis) ->
                  state.with(state.line().heard(Math.min(now, state.line().heardAt() + millis)));
              case LinkEvent.Broke(int connection, String why) ->
                  isCurrent(state, connection) ? broken(state, why, effects) : state;
              case LinkEvent.NotConnected(String why, LinkEvent.Answer answer) ->
                  notConnected(state, why, answer, effects);
              case LinkEvent.Tick() -> tick(state, now, effects);
            },
        effects);
  }

  private static Turn turn(LinkState state, List<LinkEffect> effects) {
    return new Turn(state, List.copyOf(effects));
  }

  /// A link that is over has no use for connections.
  private static LinkState late(LinkState state, LinkEvent event, List<LinkEffect> effects) {
    switch (event) {
      case LinkEvent.Connected(int connection) -> effects.add(new LinkEffect.Drop(connection));
      case LinkEvent.Called(int connection, LinkMessage.Hello _) ->
          effects.add(new LinkEffect.Drop(connection));
      case LinkEvent.Send _,
          LinkEvent.Take _,
          LinkEvent.Close _,
          LinkEvent.Heard _,
          LinkEvent.Received _,
          LinkEvent.Misheard _,
          LinkEvent.Paused _,
          LinkEvent.Broke _,
          LinkEvent.NotConnected _,
          LinkEvent.Tick _ -> {}
    }
    return state;
  }

  /// Whether news of a connection are about the one in use.
  boolean isCurrent(LinkState state, int connection) {
    return state.line().connection() == connection;
  }

  private LinkState send(LinkState state, int bytes, long now, List<LinkEffect> effects) {
    LinkState sent = state.with(state.out().sent(bytes));
    return sent.line().isOpen() ? sayFrame(sent, now, effects) : sent;
  }

  private static LinkState sayFrame(LinkState state, long now, List<LinkEffect> effects) {
    long number = state.out().last().number();
    effects.add(say(state, new LinkMessage.Frame(number)));
    return state.with(state.out().said(number)).with(state.line().spoke(now));
  }

  private static LinkEffect say(LinkState state, LinkMessage message) {
    return new LinkEffect.Say(state.line().connection(), message);
  }

  /// Many small frames are told of together: a quarter of the window does not hold anybody up.
  private LinkState take(LinkState state, int bytes, long now, List<LinkEffect> effects) {
    LinkState taken = state.with(state.in().take(bytes));
    long frames = taken.in().taken().number() - taken.in().told().number();
    long under = taken.in().taken().bytes() - taken.in().told().bytes();
    boolean much = 4 * frames >= terms.frames() || 4 * under >= terms.bytes();
    return much && taken.line().isOpen() ? tell(taken, now, effects) : taken;
  }

  private static LinkState tell(LinkState state, long now, List<LinkEffect> effects) {
    effects.add(say(state, new LinkMessage.Taken(state.in().taken())));
    return state.with(state.in().tell()).with(state.line().spoke(now));
  }

  /// Frames that were sent before any connection stood are said first.
  private static LinkState close(LinkState state, String why, List<LinkEffect> effects) {
    LinkState closing = state.with(state.out().closing(why));
    return closing.line().isOpen() || closing.out().isAllTaken()
        ? sayFarewell(closing, effects)
        : closing;
  }

  private static LinkState sayFarewell(LinkState state, List<LinkEffect> effects) {
    String why = state.out().farewell().orElse("");
    return leave(state, new LinkEnd.Closed(), new LinkMessage.Bye(Parting.CLOSED, why), effects);
  }

  /// Says why, if anybody hears it, and is over.
  private static LinkState leave(
      LinkState state, LinkEnd end, LinkMessage.Bye bye, List<LinkEffect> effects) {
    if (state.line().connection() != 0) {
      effects.add(say(state, bye));
    }
    return end(state, end, effects);
  }

  private static LinkState end(LinkState state, LinkEnd end, List<LinkEffect> effects) {
    drop(state, effects);
    effects.add(new LinkEffect.End(end));
    return state.ended(end);
  }

  private static void drop(LinkState state, List<LinkEffect> effects) {
    if (state.line().connection() != 0) {
      effects.add(new LinkEffect.Drop(state.line().connection()));
    }
  }

  private LinkState connected(LinkState state, int connection, long now, List<LinkEffect> effects) {
    drop(state, effects);
    LinkState greeting = state.with(state.line().connected(connection, now));
    effects.add(say(greeting, hello(greeting)));
    return greeting;
  }

  LinkMessage.Hello hello(LinkState state) {
    return new LinkMessage.Hello(
        state.session(),
        state.peer(),
        state.line().call(),
        state.in().accepted(),
        state.in().taken());
  }

  /// An old call may come late, after the one that followed it.
  private LinkState called(
      LinkState state,
      int connection,
      LinkMessage.Hello hello,
      long now,
      List<LinkEffect> effects) {
    if (isOldCall(state, hello)) {
      effects.add(new LinkEffect.Drop(connection));
      return state;
    }
    LinkState answering = state.with(state.line().called(hello.call()));
    return greeted(connected(answering, connection, now, effects), hello, now, effects);
  }

  boolean isOldCall(LinkState state, LinkMessage.Hello hello) {
    return hello.call() <= state.line().call();
  }

  private LinkState heard(
      LinkState state, LinkMessage message, long now, List<LinkEffect> effects) {
    return switch (message) {
      case LinkMessage.Hello hello -> greeted(state, hello, now, effects);
      case LinkMessage.Bye bye -> end(state, parted(bye), effects);
      case LinkMessage.Frame(long number) ->
          state.line().greeted()
              ? frame(state.with(state.line().heard(now)), number, effects)
              : violated(state, "a frame came before a hello", effects);
      case LinkMessage.Taken(Progress progress) ->
          state.line().greeted()
              ? taken(state.with(state.line().heard(now)), progress, effects)
              : violated(state, "an answer came before a hello", effects);
    };
  }

  private static LinkEnd parted(LinkMessage.Bye bye) {
    return switch (bye.parting()) {
      case CLOSED -> new LinkEnd.ClosedByPeer(bye.why());
      case RESTARTED -> new LinkEnd.Restarted(bye.why());
      case VIOLATED -> new LinkEnd.Violated(bye.why());
    };
  }

  private static LinkState violated(LinkState state, String what, List<LinkEffect> effects) {
    var bye = new LinkMessage.Bye(Parting.VIOLATED, what);
    return leave(state, new LinkEnd.Violated(what), bye, effects);
  }

  /// Both ends know each other: what has not come is said again.
  private LinkState greeted(
      LinkState state, LinkMessage.Hello hello, long now, List<LinkEffect> effects) {
    if (isAnother(state, hello)) {
      var bye = new LinkMessage.Bye(Parting.RESTARTED, "an end of this link");
      return leave(state, new LinkEnd.Restarted("the other end"), bye, effects);
    }
    if (hello.accepted() > state.out().last().number()
        || hello.accepted() < state.out().taken().number()) {
      return violated(state, "frame " + hello.accepted() + " was never said", effects);
    }
    boolean again = state.peer() != 0;
    effects.add(new LinkEffect.Tell(new LinkNews.Joined(again)));
    LinkState known = state.withPeer(hello.session()).with(state.line().greeted(now));
    LinkState said = taken(sayAgain(known, hello, now, effects), hello.taken(), effects);
    return said.out().farewell().isPresent() ? sayFarewell(said, effects) : said;
  }

  /// Whether one of the ends is not the one that the other has spoken with.
  boolean isAnother(LinkState state, LinkMessage.Hello hello) {
    boolean theirs = state.peer() != 0 && state.peer() != hello.session();
    boolean mine = hello.known() != 0 && hello.known() != state.session();
    return theirs || mine;
  }

  LinkState sayAgain(LinkState state, LinkMessage.Hello hello, long now, List<LinkEffect> effects) {
    long last = state.out().last().number();
    for (long number = hello.accepted() + 1; number <= last; number++) {
      effects.add(say(state, new LinkMessage.Frame(number)));
    }
    return state.with(state.out().said(last)).with(state.line().spoke(now));
  }

  private LinkState frame(LinkState state, long number, List<LinkEffect> effects) {
    if (isGap(state, number)) {
      return violated(
          state, "frame %s came after frame %s".formatted(number, state.in().accepted()), effects);
    }
    effects.add(new LinkEffect.Deliver());
    return state.with(state.in().accept());
  }

  /// Hellos leave no gaps, and repeat nothing.
  boolean isGap(LinkState state, long number) {
    return number != state.in().accepted() + 1;
  }

  private LinkState taken(LinkState state, Progress progress, List<LinkEffect> effects) {
    if (progress.number() > state.out().said()) {
      return violated(state, "frame " + progress.number() + " was never said", effects);
    }
    if (!progress.isPast(state.out().taken())) {
      return state;
    }
    effects.add(new LinkEffect.Forget(forgotten(progress)));
    return state.with(state.out().taken(progress));
  }

  /// Frames up to here are not needed any more.
  long forgotten(Progress taken) {
    return taken.number();
  }

  private LinkState broken(LinkState state, String why, List<LinkEffect> effects) {
    drop(state, effects);
    effects.add(new LinkEffect.Tell(new LinkNews.Broken(why)));
    LinkState gone = state.with(state.line().broken(why));
    return gone.calls() ? dial(gone, effects) : gone;
  }

  private LinkState notConnected(
      LinkState state, String why, LinkEvent.Answer answer, List<LinkEffect> effects) {
    if (answer == LinkEvent.Answer.NOT_LET_IN) {
      return end(state, new LinkEnd.Refused(why), effects);
    }
    return dial(
        state.with(state.line().failed(why, answer == LinkEvent.Answer.NOBODY_LISTENS)), effects);
  }

  private static LinkState dial(LinkState state, List<LinkEffect> effects) {
    Line line = state.line().called(state.line().call() + 1);
    effects.add(new LinkEffect.Dial(line.call(), pause(line.failures())));
    return state.with(line);
  }

  /// The first call after a break is made at once.
  private static Duration pause(int failures) {
    if (failures == 0) {
      return Duration.ZERO;
    }
    Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 10));
    return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
  }

  private LinkState tick(LinkState state, long now, List<LinkEffect> effects) {
    long unheard = now - state.line().heardAt();
    if (unheard >= terms.patience().toMillis()) {
      return end(state, unheard(state, unheard), effects);
    }
    if (state.line().connection() == 0) {
      return state;
    }
    if (isSilent(state, now)) {
      return broken(state, "nothing was heard for %s ms".formatted(unheard), effects);
    }
    return state.line().isOpen() ? speak(state, now, effects) : state;
  }

  private static LinkEnd unheard(LinkState state, long millis) {
    return state.line().vacant()
        ? new LinkEnd.Vacant(millis)
        : new LinkEnd.Silent(millis, state.line().failure());
  }

  /// A connection is given up when it brings nothing, or when nobody answers its hello.
  private boolean isSilent(LinkState state, long now) {
    long since =
        Math.max(state.line().heardAt(), state.line().greeted() ? 0 : state.line().spokeAt());
    return now - since >= terms.silence().toMillis();
  }

  private LinkState speak(LinkState state, long now, List<LinkEffect> effects) {
    boolean due = now - state.line().spokeAt() >= terms.beat().toMillis();
    boolean news = state.in().taken().isPast(state.in().told());
    return due || news ? tell(state, now, effects) : state;
  }
}
