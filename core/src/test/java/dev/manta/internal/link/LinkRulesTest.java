package dev.manta.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.link.LinkMessage.Hello;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Two ends of a link with a network between them that does what networks do.
class LinkRulesTest {
  private static final LinkTerms TERMS = LinkTerms.DEFAULT.withWindow(8, 200);
  private static final int HISTORIES = 2_000;

  @Test
  void framesComeOnceAndInOrderWhateverTheNetworkDoes() {
    LongStream.range(0, HISTORIES).forEach(seed -> play(seed, new LinkRules(TERMS)));
  }

  private static void play(long seed, LinkRules rules) {
    LinkHistory history = new LinkHistory(seed, rules);
    try {
      history.play();
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage() + history.log(), e);
    }
  }

  /// Rules with one mistake each.
  enum Mistake {
    SAYS_WHAT_WAS_TAKEN_FOR_WHAT_CAME {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          Hello hello(LinkState state) {
            Hello hello = super.hello(state);
            long taken = hello.taken().number();
            return new Hello(hello.session(), hello.known(), hello.call(), taken, hello.taken());
          }
        };
      }
    },
    SAYS_NOTHING_AGAIN {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          LinkState sayAgain(LinkState state, Hello hello, long now, List<LinkEffect> effects) {
            return state;
          }
        };
      }
    },
    SAYS_AGAIN_ONE_TOO_FEW {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          LinkState sayAgain(LinkState state, Hello hello, long now, List<LinkEffect> effects) {
            return super.sayAgain(state, later(hello), now, effects);
          }

          private Hello later(Hello hello) {
            return new Hello(
                hello.session(), hello.known(), hello.call(), hello.accepted() + 1, hello.taken());
          }
        };
      }
    },
    FORGETS_TOO_SOON {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          long forgotten(Progress taken) {
            return taken.number() + 1;
          }
        };
      }
    },
    FORGETS_TOO_LATE {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          long forgotten(Progress taken) {
            return taken.number() - 1;
          }
        };
      }
    },
    FOLLOWS_OLD_CALLS {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          boolean isOldCall(LinkState state, Hello hello) {
            return false;
          }
        };
      }
    },
    KNOWS_EVERYBODY {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          boolean isAnother(LinkState state, Hello hello) {
            return false;
          }
        };
      }
    },
    HEARS_OLD_CONNECTIONS {
      @Override
      LinkRules rules() {
        return new LinkRules(TERMS) {
          @Override
          boolean isCurrent(LinkState state, int connection) {
            return true;
          }
        };
      }
    };

    abstract LinkRules rules();
  }

  @ParameterizedTest
  @EnumSource
  void everyMistakeInTheRulesIsFound(Mistake mistake) {
    assertThatThrownBy(
            () -> LongStream.range(0, HISTORIES).forEach(seed -> play(seed, mistake.rules())))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("seed ");
  }

  private static LinkState after(LinkRules rules, LinkState state, long now, LinkEvent... events) {
    LinkState next = state;
    for (LinkEvent event : events) {
      next = rules.decide(next, event, now).state();
    }
    return next;
  }

  private static LinkState joined(LinkRules rules) {
    return after(
        rules,
        rules.begin(1, true, 0).state(),
        0,
        new LinkEvent.Connected(1),
        new LinkEvent.Heard(1, new Hello(2, 0, 0, 0, Progress.NONE)));
  }

  @Test
  void anEndThatIsNotHeardIsLostInTime() {
    LinkRules rules = new LinkRules(TERMS);
    LinkState state = joined(rules);
    long now = 0;
    while (state.end().isEmpty()) {
      now += 250;
      state = after(rules, state, now, new LinkEvent.Tick(), new LinkEvent.Connected(2));
    }
    assertThat(now).isBetween(4_000L, 5_000L);
    assertThat(state.end().get().words()).startsWith("the other end was not heard for 4500 ms");
  }

  @Test
  void anEndThatIsNotThereIsToldFromOneThatIsSilent() {
    assertThat(endAfter(LinkEvent.Answer.NOBODY_LISTENS))
        .isEqualTo(new LinkEnd.Vacant(4_500))
        .extracting(LinkEnd::words)
        .isEqualTo("nobody has listened at the other end for 4500 ms, though its machine answers");
    assertThat(endAfter(LinkEvent.Answer.NONE)).isInstanceOf(LinkEnd.Silent.class);
    assertThat(endAfter(LinkEvent.Answer.NOBODY_LISTENS, LinkEvent.Answer.NONE))
        .isInstanceOf(LinkEnd.Silent.class);
  }

  /// How a link ends that broke and was called without success, with these answers.
  private static LinkEnd endAfter(LinkEvent.Answer... answers) {
    LinkRules rules = new LinkRules(TERMS);
    LinkState state = after(rules, joined(rules), 0, new LinkEvent.Broke(1, "reset"));
    for (LinkEvent.Answer answer : answers) {
      state = after(rules, state, 0, new LinkEvent.NotConnected("", answer));
    }
    return after(rules, state, 4_500, new LinkEvent.Tick()).end().orElseThrow();
  }

  @Test
  void whoStoodStillHearsThatOthersAreSilentInTime() {
    LinkRules rules = new LinkRules(TERMS);
    LinkState state =
        after(
            rules,
            joined(rules),
            600_000,
            new LinkEvent.Received(1),
            new LinkEvent.Paused(600_000),
            new LinkEvent.Tick());
    assertThat(state.end()).isEmpty();
    assertThat(after(rules, state, 604_500, new LinkEvent.Tick()).end()).isPresent();
  }

  @Test
  void aLongFrameOnASlowLinkKeepsItAlive() {
    LinkRules rules = new LinkRules(TERMS);
    LinkState state = joined(rules);
    for (long now = 0; now < 60_000; now += 250) {
      state = after(rules, state, now, new LinkEvent.Received(1), new LinkEvent.Tick());
    }
    assertThat(state.end()).isEmpty();
    assertThat(state.line().connection()).isEqualTo(1);
  }

  @Test
  void pausesBetweenCallsGrow() {
    LinkRules rules = new LinkRules(TERMS);
    LinkState state = rules.begin(1, true, 0).state();
    List<Long> pauses = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      LinkRules.Turn turn =
          rules.decide(state, new LinkEvent.NotConnected("", LinkEvent.Answer.NONE), 0);
      state = turn.state();
      pauses.add(((LinkEffect.Dial) turn.effects().getFirst()).after().toMillis());
    }
    assertThat(pauses).containsExactly(50L, 100L, 200L, 400L, 800L, 1_000L, 1_000L, 1_000L);
  }

  @Test
  void anEndThatComesBackAsAnotherIsToldSo() {
    LinkRules rules = new LinkRules(TERMS);
    LinkRules.Turn turn =
        rules.decide(
            after(rules, joined(rules), 0, new LinkEvent.Connected(2)),
            new LinkEvent.Heard(2, new Hello(3, 0, 0, 0, Progress.NONE)),
            10);
    assertThat(turn.state().end()).contains(new LinkEnd.Restarted("the other end"));
    assertThat(turn.effects().getFirst())
        .isEqualTo(
            new LinkEffect.Say(
                2, new LinkMessage.Bye(LinkMessage.Parting.RESTARTED, "an end of this link")));
  }

  @Test
  void framesSentBeforeThereIsAConnectionAreSaidBeforeTheFarewell() {
    LinkRules rules = new LinkRules(TERMS);
    LinkState closing =
        after(
            rules,
            rules.begin(1, true, 0).state(),
            0,
            new LinkEvent.Send(5),
            new LinkEvent.Close("done"),
            new LinkEvent.Connected(1));
    assertThat(closing.end()).isEmpty();
    LinkMessage hello = new Hello(2, 0, 0, 0, Progress.NONE);
    assertThat(rules.decide(closing, new LinkEvent.Heard(1, hello), 1).effects())
        .containsSubsequence(
            new LinkEffect.Say(1, new LinkMessage.Frame(1)),
            new LinkEffect.Say(1, new LinkMessage.Bye(LinkMessage.Parting.CLOSED, "done")),
            new LinkEffect.Drop(1),
            new LinkEffect.End(new LinkEnd.Closed()));
  }

  @Test
  void whatWasNeverSaidCannotBeTaken() {
    LinkRules rules = new LinkRules(TERMS);
    LinkMessage lie = new LinkMessage.Taken(new Progress(5, 5));
    assertThat(after(rules, joined(rules), 1, new LinkEvent.Heard(1, lie)).end())
        .contains(new LinkEnd.Violated("frame 5 was never said"));
  }

  @Test
  void aFrameBeforeTheHelloIsAgainstTheRules() {
    LinkRules rules = new LinkRules(TERMS);
    LinkState state = after(rules, rules.begin(1, true, 0).state(), 0, new LinkEvent.Connected(1));
    assertThat(after(rules, state, 1, new LinkEvent.Heard(1, new LinkMessage.Frame(1))).end())
        .contains(new LinkEnd.Violated("a frame came before a hello"));
  }
}
