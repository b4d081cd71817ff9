package dev.manta.cli.runs;

import dev.manta.internal.run.Control;
import dev.manta.internal.run.state.Event;
import dev.manta.train.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
    for (Control record : records) {
      if (record instanceof Control.Transition change
          && (change.after().status() != status
              || change.after().attempt() != attempt
              || matters(change.event()))) {
        status = change.after().status();
        attempt = change.after().attempt();
        lines.add(line(change));
      }
    }
    return lines;
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
    return records.stream().map(RunStory::any).toList();
  }

  private static Line any(Control record) {
    return switch (record) {
      case Control.Transition change -> line(change);
      case Control.TermOpened opened ->
          new Line(opened.at(), 0, "term " + opened.term(), opened.reason());
      case Control.Checkpoints kept -> new Line(kept.at(), 0, "checkpoint", kept.reason());
    };
  }

  private static Line line(Control.Transition change) {
    String status = change.after().status().name().toLowerCase(Locale.ROOT);
    return new Line(change.at(), change.after().attempt(), status, change.reason());
  }
}
