package dev.manta.tune.internal.console;

import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.TrialState;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.ExperimentState;
import dev.manta.tune.internal.experiment.Stage;
import dev.manta.tune.internal.experiment.TrialRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// An experiment as lines: trials by state, the best so far, the time left, and what runs.
///
/// @param name the experiment's name
record ExperimentLines(String name, TuneConfig config) {
  private static final int ESTIMATED_FROM = 3;

  /// One line.
  String summary(ExperimentState state) {
    return name
        + "  "
        + time(state.now())
        + "  "
        + counts(state)
        + best(state).map(each -> "  " + each).orElse("")
        + left(state).map(each -> "  about " + each + " left").orElse("");
  }

  /// A picture of so many rows at most.
  List<String> picture(ExperimentState state, int rows) {
    List<String> lines = new ArrayList<>();
    lines.add(summary(state));
    List<TrialRecord> placed =
        state.trials().stream()
            .filter(each -> each.stage() == Stage.RUNNING || each.stage() == Stage.LEAVING)
            .toList();
    placed.stream().limit(Math.max(0, rows - 2)).forEach(each -> lines.add(line(each)));
    if (placed.size() > rows - 2) {
      lines.add("  … and " + (placed.size() - Math.max(0, rows - 2)) + " more");
    }
    return lines;
  }

  /// A warning where the reports that there are lack the metric of a goal.
  Optional<String> warning(ExperimentState state) {
    List<String> missing =
        config.goals().stream()
            .map(Goal::metric)
            .filter(each -> !state.metrics().contains(each))
            .toList();
    return missing.isEmpty() || state.metrics().isEmpty()
        ? Optional.empty()
        : Optional.of(
            "warning: no report has %s yet; there are %s: name one of those as the metric, or report it"
                .formatted(String.join(", ", missing), state.metrics()));
  }

  private String line(TrialRecord trial) {
    String metric = goal().metric();
    String value =
        trial.reports().isEmpty()
            ? ""
            : trial.reports().getLast().metrics().findNumber(metric).stream()
                .mapToObj(number -> "  " + metric + " " + number(number))
                .findFirst()
                .orElse("");
    return "  trial "
        + trial.number()
        + "  step "
        + trial.step()
        + value
        + "  "
        + text(trial.point());
  }

  private Goal goal() {
    return config.goals().getFirst();
  }

  private String counts(ExperimentState state) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (TrialRecord each : state.trials()) {
      counts.merge(word(state, each), 1, Integer::sum);
    }
    String all = Integer.toString(state.trials().size());
    String planned = config.samples().isPresent() ? " of " + config.samples().getAsInt() : "";
    String states =
        List.of("running", "paused", "waiting", "complete", "stopped", "failed").stream()
            .filter(counts::containsKey)
            .map(word -> counts.get(word) + " " + word)
            .collect(Collectors.joining(", "));
    return "trials " + all + planned + (states.isEmpty() ? "" : ": " + states);
  }

  private static String word(ExperimentState state, TrialRecord trial) {
    TrialState known = state.history().all().get(trial.number()).state();
    return known != TrialState.RUNNING
        ? known.name().toLowerCase(Locale.ROOT)
        : switch (trial.stage()) {
          case RUNNING, LEAVING, ENDED -> "running";
          case PAUSED -> "paused";
          case QUEUED -> "waiting";
        };
  }

  private Optional<String> best(ExperimentState state) {
    Stream<Shown> ended =
        state.history().ended().stream()
            .filter(each -> each.state().hasValues())
            .map(each -> new Shown(each.number(), each.point(), each.value()));
    Stream<Shown> open =
        state.history().running().stream()
            .map(each -> state.trials().get(each.number()))
            .flatMap(each -> last(each).stream());
    return Stream.concat(ended, open)
        .min(Comparator.comparingDouble(each -> goal().loss(each.value())))
        .map(this::best);
  }

  /// A trial with the value that counts now: its last one.
  private record Shown(int number, Point point, double value) {}

  private Optional<Shown> last(TrialRecord trial) {
    return trial.reports().reversed().stream()
        .limit(1)
        .flatMap(each -> each.metrics().findNumber(goal().metric()).stream().boxed())
        .filter(Double::isFinite)
        .map(value -> new Shown(trial.number(), trial.point(), value))
        .findFirst();
  }

  private String best(Shown trial) {
    return "best %s %s (trial %s: %s)"
        .formatted(goal().metric(), number(trial.value()), trial.number(), text(trial.point()));
  }

  /// As if trials took as long as those before; the time budget may end it earlier.
  private Optional<String> left(ExperimentState state) {
    int ended = state.history().ended().size();
    Optional<Long> byTrials =
        config.samples().isPresent() && ended >= ESTIMATED_FROM
            ? Optional.of(state.now() * (config.samples().getAsInt() - ended) / ended)
            : Optional.empty();
    Optional<Long> byTime = config.budget().map(most -> Math.max(0, most.toMillis() - state.now()));
    return byTrials
        .map(millis -> Math.min(millis, byTime.orElse(millis)))
        .or(() -> byTime)
        .map(ExperimentLines::time);
  }

  private static String time(long millis) {
    Duration time = Duration.ofMillis(millis);
    if (time.toMinutes() < 1) {
      return time.toSeconds() + " s";
    }
    return time.toHours() < 1
        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
        : time.toHours() + " h " + time.toMinutesPart() + " min";
  }

  private static String text(Point point) {
    return point.values().entrySet().stream()
        .map(each -> each.getKey() + "=" + value(each.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static String value(Object value) {
    return value instanceof Double number ? number(number) : String.valueOf(value);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.5g", value);
  }
}
