package dev.manta.internal.console;

import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is said last: how it ended, where the results are, what to type next.
final class EndLines {
  private final Paint paint;
  private final String command;

  /// `command` is what users type for `manta`.
  EndLines(Paint paint, String command) {
    this.paint = paint;
    this.command = command;
  }

  List<String> of(Progress progress, Ending ending, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(outcome(progress, ending, now));
    progress.last().ifPresent(report -> add(lines, "last", MetricTexts.line(report.metrics())));
    ending.best().ifPresent(best -> add(lines, "best", best));
    ending.latest().ifPresent(latest -> add(lines, "latest", latest));
    add(lines, "results", ending.directory());
    add(lines, "next", next(progress, ending));
    return lines;
  }

  private String outcome(Progress progress, Ending ending, Instant now) {
    String took = Figures.time(Duration.between(progress.started(), now));
    return paint.bold(progress.run())
        + " "
        + paint.status(ending.status())
        + (ending.status() == RunStatus.FINISHED ? " in " : " after ")
        + took
        + ": "
        + why(progress, ending);
  }

  private static String why(Progress progress, Ending ending) {
    return ending
        .error()
        .map(error -> Lines.clean(error.lines().findFirst().orElse("")))
        .orElse(
            Figures.count(progress.reports(), "report")
                + ", "
                + Figures.count(progress.attempt(), "attempt"));
  }

  private String next(Progress progress, Ending ending) {
    return switch (ending.status()) {
      case FAILED -> command + (progress.hadWorkers() ? " logs " : " show ") + ending.reference();
      case STOPPED -> afterAStop(ending);
      case FINISHED, STARTING, RUNNING, RESTARTING, STOPPING ->
          command + " show " + ending.reference();
    };
  }

  private static String afterAStop(Ending ending) {
    boolean kept = ending.latest().isPresent();
    if (ending.instead().isEmpty()) {
      return "the same command again goes on from the "
          + (kept ? "latest checkpoint" : "beginning");
    }
    return kept
        ? "to go on from the latest checkpoint " + ending.instead().get()
        : "the same command again begins a new run; this one has no checkpoint";
  }

  private void add(List<String> lines, String label, String text) {
    lines.add("  " + paint.dim(label + " ".repeat(8 - label.length())) + " " + text);
  }
}
