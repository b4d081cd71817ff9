package dev.manta.train.tracker;

import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The spans of one run: the run, its attempts, and in each what comes before all ranks train.
final class TracedRun implements Tracker.Tracking {
  private final SpanExport export;
  private final Span run;
  private final Map<String, String> about;
  private final Map<String, Instant> reported = new LinkedHashMap<>();
  private Optional<Span> attempt = Optional.empty();
  private Optional<Span> beginning = Optional.empty();
  private int number;
  private Instant last;
  private RunStatus status = RunStatus.STARTING;

  TracedRun(TrackedRun run, SpanExport export) {
    this.export = export;
    String trace = run.id().replace("-", "");
    this.run = Span.begin(trace, Optional.empty(), "run " + run.name(), run.opened());
    this.about =
        Map.of(
            "manta.run", run.name(),
            "manta.run.id", run.id(),
            "manta.function", run.function(),
            "manta.location", run.location().shown());
    this.last = run.opened();
  }

  private Span within(Span outer, String name, Instant from) {
    return Span.begin(run.trace(), Optional.of(outer.id()), name, from);
  }

  @Override
  public void state(RunUpdate update) {
    status = update.status();
    last = update.at();
    if (update.attempt() != number) {
      endAttempt(update.at(), false);
      begin(update);
    }
    switch (update.status()) {
      case RUNNING -> endBeginning(update.at(), true);
      case RESTARTING -> recover(update);
      case FINISHED, STOPPED -> endAttempt(update.at(), true);
      case FAILED -> endAttempt(update.at(), false);
      case STARTING, STOPPING -> {}
    }
  }

  private void begin(RunUpdate update) {
    number = update.attempt();
    Span next = within(run, "attempt " + number, update.at());
    attempt = Optional.of(next);
    String name = update.status() == RunStatus.STARTING ? "start" : "recovery";
    beginning = beginning.or(() -> Optional.of(within(next, name, update.at())));
  }

  /// The time to the next attempt in which all ranks train is that of a recovery.
  private void recover(RunUpdate update) {
    if (beginning.isEmpty()) {
      beginning = attempt.map(of -> within(of, "recovery", update.at()));
    }
  }

  private void endBeginning(Instant at, boolean good) {
    beginning.ifPresent(span -> export.add(span.ended(at, good, about)));
    beginning = Optional.empty();
  }

  private void endAttempt(Instant at, boolean good) {
    attempt.ifPresent(span -> export.add(span.ended(at, good, about)));
    attempt = Optional.empty();
  }

  @Override
  public void report(Report report) {
    report.checkpoint().ifPresent(name -> reported.putIfAbsent(name, report.at()));
  }

  @Override
  public void checkpoint(NewCheckpoint checkpoint) {
    Instant reportedAt = reported.remove(checkpoint.name());
    Span span =
        within(
            attempt.orElse(run),
            "checkpoint " + checkpoint.name(),
            reportedAt == null ? checkpoint.at() : reportedAt);
    Map<String, String> attributes = new LinkedHashMap<>(about);
    attributes.put("manta.step", String.valueOf(checkpoint.step()));
    export.add(span.ended(checkpoint.at(), true, attributes));
  }

  @Override
  public void close() {
    boolean good = status != RunStatus.FAILED;
    endBeginning(last, good);
    endAttempt(last, good);
    export.add(run.ended(last, good, about));
    export.close();
  }
}
