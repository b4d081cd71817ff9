package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.runs.RunIndex;
import dev.manta.dashboard.internal.runs.RunWatches;
import dev.manta.dashboard.internal.runs.WatchedRun;
import dev.manta.internal.stored.StoredRun;
import dev.manta.storage.Location;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The runs that are shown.
///
/// @param root where they are
/// @param only the one that is shown, where it is one
record RunAccess(Location root, Optional<String> only, RunIndex index, RunWatches watches)
    implements AutoCloseable {
  static RunAccess open(Location root, Optional<String> only) {
    return new RunAccess(root, only, new RunIndex(root, only), new RunWatches(root));
  }

  StoredRun run(ApiCall call) {
    return run(call.name("run"));
  }

  StoredRun run(String name) {
    requireShown(name);
    return StoredRun.find(root.resolve(name)).orElseThrow(() -> absent(name));
  }

  WatchedRun watched(ApiCall call) {
    return watched(call.name("run"));
  }

  WatchedRun watched(String name) {
    requireShown(name);
    return watches.find(name).orElseThrow(() -> absent(name));
  }

  /// The runs that its parameters `run` name.
  List<String> named(ApiCall call) {
    List<String> names =
        call.request().all("run").stream()
            .distinct()
            .map(name -> new ApiCall(call.request(), Map.of("run", name)).name("run"))
            .toList();
    if (names.isEmpty() || names.size() > RunWatches.TOGETHER_MAX) {
      throw new IllegalArgumentException(
          "name 1 to %s runs, not %s".formatted(RunWatches.TOGETHER_MAX, names.size()));
    }
    return names;
  }

  private void requireShown(String name) {
    if (only.isPresent() && !only.get().equals(name)) {
      throw absent(name);
    }
  }

  private static Absent absent(String name) {
    return new Absent("there is no run \"" + name + "\"");
  }

  @Override
  public void close() {
    index.close();
    watches.close();
  }
}
