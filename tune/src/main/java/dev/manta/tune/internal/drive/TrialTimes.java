package dev.manta.tune.internal.drive;

import dev.manta.internal.control.record.StorageRetry;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/// When the trials of an experiment ran, by its journal.
public final class TrialTimes {
  /// An attempt of a trial.
  ///
  /// @param from how long the experiment had run when it began, in seconds
  /// @param to the same when it ended; that of the last entry where it has not
  /// @param end returned, threw, lost or halted; empty where it has not ended
  public record Span(int trial, int attempt, double from, double to, String end) {}

  private static final double SECOND = 1_000;

  private final List<Span> spans = new ArrayList<>();
  private final TreeMap<Integer, Span> running = new TreeMap<>();
  private double now;

  private TrialTimes() {}

  /// All attempts, in the order in which they ended; those that have not come last.
  public static List<Span> at(Location experiment) {
    var lookup = new JournalLookup(Storages.at(experiment), experiment, StorageRetry.real());
    var times = new TrialTimes();
    lookup.read().entries().forEach(times::add);
    times.running.keySet().stream().toList().forEach(trial -> times.end(trial, ""));
    return times.spans;
  }

  private void add(Entry entry) {
    now = entry.at() / SECOND;
    switch (entry.happening()) {
      case ExperimentEvent.Begun begun -> begin(begun.trial(), 1);
      case ExperimentEvent.Resumed resumed -> begin(resumed.trial(), resumed.attempt());
      case ExperimentEvent.Left left ->
          end(left.trial(), left.manner().name().toLowerCase(Locale.ROOT));
      case ExperimentEvent.Opened _ -> lose();
      case ExperimentEvent.Reported _,
          ExperimentEvent.Stored _,
          ExperimentEvent.Closed _,
          ExperimentEvent.Enough _,
          ExperimentEvent.StopAsked _,
          ExperimentEvent.Finished _ -> {}
    }
  }

  private void begin(int trial, int attempt) {
    running.put(trial, new Span(trial, attempt, now, now, ""));
  }

  private void end(int trial, String how) {
    Span begun = running.remove(trial);
    if (begun != null) {
      spans.add(new Span(trial, begun.attempt(), begun.from(), now, how));
    }
  }

  /// What ran under an earlier driver has ended with it.
  private void lose() {
    List.copyOf(running.keySet()).forEach(trial -> end(trial, "lost"));
  }
}
