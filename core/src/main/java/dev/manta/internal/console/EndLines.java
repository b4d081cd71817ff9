package dev.manta.internal.console;

import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// What is said last: how it ended, where the results are, what to type next.
final class EndLines {
  private final Colours colours;
  private final String command;

  /// `command` is what users type for `manta`.
  EndLines(Colours colours, String command) {
    this.colours = colours;
    this.command = command;
  }

  List<String> of(RunProgress progress, RunSummary summary, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(outcome(progress, summary, now));
    progress.last().ifPresent(report -> add(lines, "last", MetricTexts.line(report.metrics())));
    summary.best().ifPresent(best -> add(lines, "best", best));
    summary.latest().ifPresent(latest -> add(lines, "latest", latest));
    add(lines, "results", summary.directory());
    add(lines, "next", next(progress, summary));
    return lines;
  }

  private String outcome(RunProgress progress, RunSummary summary, Instant now) {
    String took = ReadableNumbers.time(Duration.between(progress.started(), now));
    return colours.bold(progress.run())
        + " "
        + colours.status(summary.status())
        + (summary.status() == RunStatus.FINISHED ? " in " : " after ")
        + took
        + ": "
        + why(progress, summary);
  }

  private static String why(RunProgress progress, RunSummary summary) {
    return summary
        .error()
        .map(error -> TerminalLines.clean(error.lines().findFirst().orElse("")))
        .orElse(
            ReadableNumbers.count(progress.reports(), "report")
                + ", "
                + ReadableNumbers.count(progress.attempt(), "attempt"));
  }

  private String next(RunProgress progress, RunSummary summary) {
    return switch (summary.status()) {
      case FAILED -> command + (progress.hadWorkers() ? " logs " : " show ") + summary.reference();
      case STOPPED -> afterAStop(summary);
      case FINISHED, STARTING, RUNNING, RESTARTING, STOPPING ->
          command + " show " + summary.reference();
    };
  }

  private static String afterAStop(RunSummary summary) {
    boolean kept = summary.latest().isPresent();
    if (summary.instead().isEmpty()) {
      return "the same command again resumes from the "
          + (kept ? "latest checkpoint" : "beginning");
    }
    return kept
        ? "to resume from the latest checkpoint " + summary.instead().get()
        : "the same command again begins a new run; this one has no checkpoint";
  }

  private void add(List<String> lines, String label, String text) {
    lines.add("  " + colours.dim(label + " ".repeat(8 - label.length())) + " " + text);
  }
}
