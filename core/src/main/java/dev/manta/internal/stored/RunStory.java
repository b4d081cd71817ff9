package dev.manta.internal.stored;

import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.Event;
import dev.manta.train.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What happened to a run, told from its control log.
public final class RunStory {
  /// One thing that happened, and why.
  public record Line(Instant at, int attempt, String status, String reason) {}

  private RunStory() {}

  /// Why the run stands where it stands.
  public static String headline(StoredRun run) {
    return run.isInterrupted() ? interrupted(run) : reason(run);
  }

  private static String interrupted(StoredRun run) {
    String from =
        run.state()
            .newest()
            .map(checkpoint -> "checkpoint " + checkpoint.name() + " at step " + checkpoint.step())
            .orElse("the beginning, as it has no checkpoint");
    return "its driver is gone; to resume from %s, start it again under this name: manta run --name %s, or RunConfig.named(\"%s\") in the program"
        .formatted(from, run.name(), run.name());
  }

  private static String reason(StoredRun run) {
    List<Line> changes = changes(run.records());
    boolean told = !changes.isEmpty() && !run.state().status().ended();
    return told ? changes.getLast().reason() : run.state().reason();
  }

  /// The changes of state, and what was asked for or said from outside.
  public static List<Line> changes(List<Control> records) {
    List<Line> lines = new ArrayList<>();
    RunStatus status = null;
    int attempt = 0;
    for (Control.Step step : steps(records)) {
      if (step.status() != status || step.attempt() != attempt || matters(step.event())) {
        status = step.status();
        attempt = step.attempt();
        lines.add(line(step));
      }
    }
    return lines;
  }

  /// Every event that changed the run, whether it has a record of its own or shares one.
  private static List<Control.Step> steps(List<Control> records) {
    return records.stream().flatMap(record -> record.steps().stream()).toList();
  }

  private static boolean matters(Event event) {
    return event instanceof Event.Noticed
        || event instanceof Event.ScaleAsked
        || event instanceof Event.StopAsked
        || event instanceof Event.Stayed
        || event instanceof Event.Waiting
        || (event instanceof Event.ControllerStarted started && started.attaches());
  }

  /// All of it.
  public static List<Line> all(List<Control> records) {
    return records.stream().flatMap(RunStory::any).toList();
  }

  private static Stream<Line> any(Control record) {
    return switch (record) {
      case Control.Transition _, Control.Transitions _ ->
          record.steps().stream().map(RunStory::line);
      case Control.TermOpened opened ->
          Stream.of(new Line(opened.at(), 0, "term " + opened.term(), opened.reason()));
      case Control.Checkpoints kept ->
          Stream.of(new Line(kept.at(), 0, "checkpoint", kept.reason()));
    };
  }

  private static Line line(Control.Step step) {
    String status = step.status().name().toLowerCase(Locale.ROOT);
    return new Line(step.at(), step.attempt(), status, step.reason());
  }
}
