package dev.manta.train.tracker;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.train.TrackedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Everything that must be known to send the backlog of a run, kept beside it.
///
/// @param server its address
/// @param id the Manta run's
/// @param created in milliseconds
/// @param location where the Manta run's directory lies
record MlflowTarget(
    String server,
    String experiment,
    boolean uploadsCheckpoints,
    Optional<String> model,
    String id,
    String name,
    long created,
    String function,
    String location,
    Map<String, String> parameters,
    Map<String, String> tags) {
  private static final String FILE = "target.json";

  static MlflowTarget of(Mlflow settings, TrackedRun run) {
    return new MlflowTarget(
        settings.server().toString(),
        settings.experiment(),
        settings.uploadsCheckpoints(),
        settings.model(),
        run.id(),
        run.name(),
        run.created().toEpochMilli(),
        run.function(),
        run.location().shown(),
        run.parameters(),
        run.tags());
  }

  static MlflowTarget read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    try {
      return Bind.read(Json.parse(Files.readAllBytes(file)), MlflowTarget.class, FILE);
    } catch (JsonException e) {
      throw new IOException(file + " cannot be read", e);
    }
  }

  void write(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.write(directory.resolve(FILE), Bind.write(this).bytes());
  }

  /// What the MLflow run is tagged with.
  Map<String, String> allTags() {
    Map<String, String> all = new TreeMap<>(tags);
    all.put("mlflow.runName", name);
    all.put("mlflow.source.name", function);
    all.put("mlflow.source.type", "JOB");
    all.put("mlflow.user", System.getProperty("user.name", "unknown"));
    all.put("manta.location", location);
    all.put(MlflowRun.ID_TAG, id);
    return all;
  }
}
