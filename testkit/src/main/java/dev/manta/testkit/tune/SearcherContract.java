package dev.manta.testkit.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialHistory;
import dev.manta.tune.TrialState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [Searcher] must do; each implementation extends this class.
@Timeout(300)
public abstract class SearcherContract {
  private static final int TRIALS = 40;

  private final List<TrialHistory> histories = new ArrayList<>();

  /// The searcher under test; each call may make a new one.
  protected abstract Searcher searcher();

  /// A space that it can search.
  protected Space space() {
    return Space.of()
        .logUniform("rate", 1e-5, 1)
        .integer("layers", 1, 6)
        .choice("kind", "a", "b", "c")
        .quantized("drop", 0, 0.5, 0.1)
        .constant("data", "digits")
        .computed("twice", point -> 2 * point.whole("layers"));
  }

  protected List<Goal> goals() {
    return List.of(Goal.minimize("loss"));
  }

  private static double loss(Point point, int goal) {
    double sum = goal;
    for (Object value : point.values().values()) {
      sum +=
          value instanceof Number number
              ? Math.abs(Math.log(1e-6 + number.doubleValue()) + goal)
              : 0.1;
    }
    return sum;
  }

  private TrialHistory history(long seed) {
    var history = new TrialHistory(space(), goals(), seed, OptionalInt.of(TRIALS));
    histories.add(history);
    return history;
  }

  @AfterEach
  void endWhatSearchersKeep() {
    histories.forEach(TrialHistory::close);
  }

  private List<Double> losses(Point point) {
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < goals().size(); i++) {
      values.add(loss(point, i));
    }
    return values;
  }

  /// Lets several trials run at a time, which end in a random order; some fail, some are stopped.
  private void play(TrialHistory history, long seed, List<Point> suggested) {
    var random = new Random(seed);
    List<Trial> running = new ArrayList<>();
    while (history.size() < TRIALS) {
      boolean asks = running.isEmpty() || (running.size() < 4 && random.nextInt(3) > 0);
      if (asks) {
        switch (searcher().suggest(history)) {
          case Suggestion.Try(Point point, _) -> {
            suggested.add(point);
            running.add(history.begin(point));
          }
          case Suggestion.Wait _ -> end(history, running.removeFirst(), 5);
          case Suggestion.End _ -> {
            return;
          }
        }
      } else {
        Trial trial = running.remove(random.nextInt(running.size()));
        end(history, trial, random.nextInt(10));
      }
    }
  }

  private void end(TrialHistory history, Trial trial, int dice) {
    switch (dice) {
      case 0 -> history.end(trial.number(), TrialState.FAILED, List.of(), 0);
      case 1 -> history.end(trial.number(), TrialState.STOPPED, losses(trial.point()), 3);
      default -> history.end(trial.number(), TrialState.COMPLETE, losses(trial.point()), 9);
    }
  }

  /// The same events again, as a journal would give them.
  private TrialHistory replay(TrialHistory history, long seed) {
    TrialHistory again = history(seed);
    for (Trial each : history.all()) {
      again.begin(Point.fromJson(each.point().toJson()));
    }
    for (Trial each : history.ended()) {
      again.end(each.number(), each.state(), each.values(), each.resource());
    }
    return again;
  }

  @Test
  void everySuggestionIsInTheSpace() {
    List<Point> suggested = new ArrayList<>();
    play(history(1), 1, suggested);
    assertThat(suggested).hasSizeGreaterThan(5);
    for (Point each : suggested) {
      var given = new HashMap<>(each.values());
      given.remove("twice");
      assertThat(space().point(given)).isEqualTo(each);
    }
  }

  @Test
  void theSameSeedGivesTheSameSuggestions() {
    List<Point> first = new ArrayList<>();
    List<Point> second = new ArrayList<>();
    play(history(7), 7, first);
    play(history(7), 7, second);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void aSearchThatIsRestoredSuggestsWhatTheUndisturbedOneWould() {
    for (long seed = 0; seed < 3; seed++) {
      TrialHistory undisturbed = history(seed);
      play(undisturbed, seed, new ArrayList<>());
      TrialHistory restored = replay(undisturbed, seed);
      for (int i = 0; i < 5; i++) {
        Suggestion expected = searcher().suggest(undisturbed);
        assertThat(searcher().suggest(restored)).as("seed " + seed).isEqualTo(expected);
        if (expected instanceof Suggestion.Try(Point point, _)) {
          undisturbed.begin(point);
          restored.begin(point);
        }
      }
    }
  }

  @Test
  void whatASearcherKeepsMayGoAtAnyTime() {
    TrialHistory undisturbed = history(8);
    play(undisturbed, 8, new ArrayList<>());
    Suggestion expected = searcher().suggest(undisturbed);
    undisturbed.close();
    assertThat(searcher().suggest(undisturbed)).isEqualTo(expected);
  }

  @Test
  void askingTwiceWithoutAnEventGivesTheSameAnswer() {
    TrialHistory history = history(3);
    play(history, 3, new ArrayList<>());
    assertThat(searcher().suggest(history)).isEqualTo(searcher().suggest(history));
  }

  @Test
  void onlyFailuresAreNoError() {
    TrialHistory history = history(5);
    for (int i = 0; i < 15; i++) {
      if (searcher().suggest(history) instanceof Suggestion.Try(Point point, _)) {
        history.end(history.begin(point).number(), TrialState.COMPLETE, nan(), 0);
      }
    }
    assertThat(history.ended()).allMatch(trial -> trial.state() == TrialState.FAILED);
  }

  private List<Double> nan() {
    return goals().stream().map(_ -> Double.NaN).toList();
  }

  @Test
  void equalValuesAreNoError() {
    TrialHistory history = history(6);
    for (int i = 0; i < 25; i++) {
      if (searcher().suggest(history) instanceof Suggestion.Try(Point point, _)) {
        List<Double> zeros = goals().stream().map(_ -> 0.0).toList();
        history.end(history.begin(point).number(), TrialState.COMPLETE, zeros, 0);
      }
    }
    assertThat(history.ended()).isNotEmpty();
  }
}
