package dev.manta.internal.console;

import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/// Plain lines for pipes and files: state changes, and at most two reports a second.
final class PlainView implements View {
  private static final Duration BETWEEN_REPORTS = Duration.ofMillis(500);

  /// Training needs no reason, and why it failed is in the last lines.
  private static final Set<RunStatus> SAID_ELSEWHERE =
      EnumSet.of(RunStatus.RUNNING, RunStatus.FAILED);

  private final Consumer<String> out;
  private Instant lastReport = Instant.MIN;
  private boolean held;
  private String lastState = "";
  private int shownAttempt;
  private long shownStep;

  PlainView(Consumer<String> out) {
    this.out = out;
  }

  @Override
  public void say(String line) {
    out.accept(line);
  }

  @Override
  public void changed(RunProgress progress, Instant now) {
    flush(progress, now);
    String state = state(progress);
    if (!state.equals(lastState)) {
      lastState = state;
      out.accept(progress.run() + ": " + state);
    }
  }

  /// The first report of another rank than 0 waits a little: rank 0 may say the same.
  @Override
  public void reported(RunProgress progress, Instant now) {
    boolean isFirst = !held && lastReport.equals(Instant.MIN);
    if (isFirst && progress.last().map(Report::rank).orElse(0) > 0) {
      lastReport = now;
    }
    held = true;
    tick(progress, now);
  }

  @Override
  public void tick(RunProgress progress, Instant now) {
    if (!now.minus(BETWEEN_REPORTS).isBefore(lastReport)) {
      flush(progress, now);
    }
  }

  @Override
  public void close(RunProgress progress, Instant now, List<String> last) {
    flush(progress, now);
    last.forEach(out);
  }

  private void flush(RunProgress progress, Instant now) {
    if (held) {
      held = false;
      lastReport = now;
      progress
          .last()
          .filter(this::isAhead)
          .ifPresent(report -> out.accept(progress.run() + ": " + line(report)));
    }
  }

  /// Rank 0 may be behind another one that was heard of first: steps are told in their order.
  private boolean isAhead(Report report) {
    boolean behind = report.attempt() == shownAttempt && report.step() < shownStep;
    if (!behind) {
      shownAttempt = report.attempt();
      shownStep = report.step();
    }
    return !behind;
  }

  private static String state(RunProgress progress) {
    String word = progress.status().name().toLowerCase(Locale.ROOT);
    String attempt = progress.attempt() > 1 ? ", attempt " + progress.attempt() : "";
    boolean told = !SAID_ELSEWHERE.contains(progress.status()) && !progress.reason().isBlank();
    return word + attempt + (told ? ": " + TerminalLines.clean(progress.reason()) : "");
  }

  private static String line(Report report) {
    return "step " + report.step() + "  " + MetricTexts.line(report.metrics());
  }
}
