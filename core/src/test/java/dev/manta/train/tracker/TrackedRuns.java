package dev.manta.train.tracker;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.train.History;
import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.TrackedRun;
import dev.manta.train.logged.Logged;
import dev.manta.train.logged.LoggedItem;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Runs and reports for tests of trackers.
final class TrackedRuns {
  static final Instant BEGUN = Instant.ofEpochSecond(1_000);

  private TrackedRuns() {}

  /// A run that has reported nothing before.
  static TrackedRun fresh(Path directory) {
    return resumed(directory);
  }

  /// A run of which earlier drivers have written down these reports.
  static TrackedRun resumed(Path directory, Report... earlier) {
    return new TrackedRun(
        "0f8a",
        "digits",
        Location.of(directory),
        directory,
        BEGUN,
        BEGUN.plusSeconds(3600),
        "com.acme.Digits::train",
        "{\"lr\":0.1,\"net\":{\"layers\":[4,2],\"name\":\"small\"},\"exact\":true}",
        Map.of("team", "vision"),
        Map.of(),
        History.of(List.of(earlier)));
  }

  static Report report(int attempt, long step, Metrics metrics) {
    return new Report(attempt, 0, step, BEGUN.plusSeconds(step), metrics, Optional.empty());
  }

  static Report loss(int attempt, long step) {
    return report(attempt, step, Metrics.of("loss", 1.0 / step));
  }

  /// Something that is stored as a worker stores it.
  static LoggedItem logged(Path run, String name, int attempt, long step, Logged what) {
    Location at = Location.of(run);
    var item = new LoggedItem(at, name, step, attempt, 0, what.kind(), BEGUN.plusSeconds(step));
    Storages.at(at).put(item.location(), ByteSource.of(what.stored()));
    return item;
  }

  static RunUpdate ended(RunStatus status) {
    return new RunUpdate("digits", BEGUN.plusSeconds(99), status, 1, "over", List.of());
  }
}
