package dev.manta.internal.control.record;

import dev.manta.internal.journal.Unreadable;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.state.RunOptions;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.ReportReduction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a run was started with, in its directory as `run.json`.
///
/// @param reductions how metrics are reduced over ranks
/// @param score what ranks checkpoints
/// @param retries how many it has
/// @param sampling how samples of files are chosen; empty where an older version began it, which
///   chose by absolute paths
/// @param scaling how many workers it has, and what each of them gets; empty where an older version
///   began it
/// @param startedOn what its driver was started on last; empty where an older version began it
/// @param options all else that its config says, without what may be secret; empty as well
public record RunFile(
    String name,
    Instant created,
    LoopSpec loop,
    String codeHash,
    Map<String, ReportReduction> reductions,
    Optional<CheckpointConfig.Score> score,
    Optional<String> retries,
    Optional<String> sampling,
    Optional<Json> scaling,
    Optional<Json> options,
    Optional<StartedOn> startedOn) {
  private static final String FILE = "run.json";

  /// How samples of files are chosen since they are the same wherever the files are.
  private static final String BELOW_ROOTS = "below roots";

  /// @param before what the run was started with the first time
  public static RunFile of(String name, Optional<RunFile> before, Instant now, RunPlan plan) {
    return new RunFile(
        name,
        before.map(RunFile::created).orElse(now),
        plan.loop(),
        plan.codeHash(),
        plan.run().reductions(),
        plan.run().checkpoints().score(),
        Optional.of(plan.run().failures().retries().toString()),
        before.isPresent() ? before.get().sampling() : Optional.of(BELOW_ROOTS),
        Optional.of(RunOptions.scaling(plan.scaling())),
        Optional.of(RunOptions.of(plan.run())),
        Optional.of(StartedOn.here()));
  }

  /// Where the file of a run is.
  public static Location at(Location run) {
    return run.resolve(FILE);
  }

  public static Optional<RunFile> find(Storage storage, Location run) {
    Location at = at(run);
    return storage.find(at).map(bytes -> parse(at, bytes));
  }

  private static RunFile parse(Location at, byte[] bytes) {
    try {
      return Bind.readOlder(Json.parse(bytes), RunFile.class, FILE);
    } catch (JsonException e) {
      throw new Unreadable("run file", at, e);
    }
  }

  /// Writes it into the directory of a run.
  public void write(Storage storage, Location run) {
    storage.put(at(run), ByteSource.of(Bind.write(this).bytes()));
  }

  /// What is different in a plan for the same run.
  public List<String> changes(RunPlan plan) {
    List<String> changes = new ArrayList<>();
    LoopSpec next = plan.loop();
    if (!loop.isSameFunction(next)) {
      changes.add("the training function");
    }
    if (!loop.config().equals(next.config())) {
      changes.add("the config (was " + loop.config() + ", is " + next.config() + ")");
    }
    if (!codeHash.isEmpty() && !plan.codeHash().isEmpty() && !codeHash.equals(plan.codeHash())) {
      changes.add("the code");
    }
    return changes;
  }
}
