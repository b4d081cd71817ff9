package dev.manta.cli.runs;

import dev.manta.Manta;
import dev.manta.internal.stored.FoundRun;
import dev.manta.internal.stored.StoredRun;
import dev.manta.internal.stored.StoredRuns;
import dev.manta.storage.Location;
import java.util.List;
import picocli.CommandLine.Option;

/// Where a command looks for runs.
public final class RunStorage {
  public static final String USUAL = Manta.DEFAULT_STORAGE;

  @Option(
      names = "--storage",
      paramLabel = "LOCATION",
      description = "Where runs are kept (default: " + USUAL + ").")
  String path = USUAL;

  /// Where runs are kept.
  public Location root() {
    return Location.parse(path);
  }

  /// All runs, the one that changed last first; those that cannot be read come last.
  public List<FoundRun> all() {
    return StoredRuns.all(root());
  }

  /// The run that is meant by a name, or by its location.
  public StoredRun run(String reference) {
    Location location = location(reference);
    return StoredRun.find(location)
        .orElseThrow(() -> new IllegalArgumentException(missing(reference, location)));
  }

  /// The same, also where it cannot be read.
  FoundRun found(String reference) {
    Location location = location(reference);
    return StoredRuns.find(location)
        .orElseThrow(() -> new IllegalArgumentException(missing(reference, location)));
  }

  /// The location of a run or experiment that is given by its name or location.
  Location location(String reference) {
    return reference.contains("/") ? Location.parse(reference) : root().resolve(reference);
  }

  private String missing(String reference, Location location) {
    if (reference.contains("/")) {
      return "no run at "
          + location
          + ": there is no run.json; a run's location ends with its name";
    }
    List<String> names = all().stream().map(FoundRun::name).limit(5).toList();
    return "no run \""
        + reference
        + "\" in "
        + root()
        + (names.isEmpty()
            ? ", which has no runs"
            : "; the latest are " + String.join(", ", names));
  }
}
