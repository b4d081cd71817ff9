package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A run as an MLflow server has it.
///
/// @param artifacts where the server says that its artifacts are
record MlflowRun(
    String id, String artifacts, Map<String, String> parameters, Map<String, String> tags) {
  /// The tag by which it is found again.
  static final String ID_TAG = "manta.run";

  private static final String FILE = "run-id";
  private static final String PROXIED = "mlflow-artifacts:";

  /// How far it has come.
  MlflowMark mark() {
    return MlflowMark.parse(tags.getOrDefault(MlflowMark.TAG, ""));
  }

  /// Where artifacts go that the server itself keeps; empty where it does not.
  Optional<String> artifactPath() {
    return artifacts.startsWith(PROXIED)
        ? Optional.of(
            artifacts.substring(PROXIED.length()).replaceFirst("^//[^/]*", "").substring(1))
        : Optional.empty();
  }

  /// The run that a target means: the one that is known here, or has its tag, or a new one.
  ///
  /// @param directory remembers its id
  static MlflowRun open(MlflowServer server, MlflowTarget target, Path directory)
      throws IOException, InterruptedException {
    Optional<MlflowRun> known = known(server, directory);
    if (known.isPresent()) {
      return known.get();
    }
    String experiment = experiment(server, target.experiment());
    Optional<MlflowRun> found = find(server, experiment, target.id());
    MlflowRun run = found.isPresent() ? found.get() : create(server, experiment, target);
    Files.writeString(directory.resolve(FILE), run.id());
    return run;
  }

  private static Optional<MlflowRun> known(MlflowServer server, Path directory)
      throws IOException, InterruptedException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(read(server, Files.readString(file)));
    } catch (MlflowError e) {
      if (e.is("RESOURCE_DOES_NOT_EXIST")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /// The run of that id, as it is now.
  static MlflowRun read(MlflowServer server, String id) throws IOException, InterruptedException {
    return of(server.get("runs/get", "run_id", id).get("run"));
  }

  private static String experiment(MlflowServer server, String name)
      throws IOException, InterruptedException {
    try {
      return byName(server, name);
    } catch (MlflowError e) {
      if (!e.is("RESOURCE_DOES_NOT_EXIST")) {
        throw e;
      }
    }
    try {
      JsonObject created = JsonObject.builder().put("name", name).build();
      return server.post("experiments/create", created).get("experiment_id").asText();
    } catch (MlflowError e) {
      if (e.is("RESOURCE_ALREADY_EXISTS")) {
        return byName(server, name);
      }
      throw e;
    }
  }

  private static String byName(MlflowServer server, String name)
      throws IOException, InterruptedException {
    JsonObject answer = server.get("experiments/get-by-name", "experiment_name", name);
    return answer.get("experiment").asObject().get("experiment_id").asText();
  }

  /// One whose creation was answered to nobody is found, too.
  private static Optional<MlflowRun> find(MlflowServer server, String experiment, String id)
      throws IOException, InterruptedException {
    JsonObject search =
        JsonObject.builder()
            .put("experiment_ids", JsonArray.of(Json.of(experiment)))
            .put("filter", "tags.`" + ID_TAG + "` = '" + id + "'")
            .put("max_results", 1)
            .build();
    Optional<Json> runs = server.post("runs/search", search).find("runs");
    return runs.map(Json::asArray).filter(all -> all.size() > 0).map(all -> of(all.get(0)));
  }

  private static MlflowRun create(MlflowServer server, String experiment, MlflowTarget target)
      throws IOException, InterruptedException {
    JsonObject run =
        JsonObject.builder()
            .put("experiment_id", experiment)
            .put("start_time", target.created())
            .put("run_name", target.name())
            .put("tags", pairs(Map.of(ID_TAG, target.id()).entrySet()))
            .build();
    return of(server.post("runs/create", run).get("run"));
  }

  private static MlflowRun of(Json run) {
    JsonObject info = run.asObject().get("info").asObject();
    JsonObject data = run.asObject().find("data").map(Json::asObject).orElse(JsonObject.EMPTY);
    return new MlflowRun(
        info.get("run_id").asText(),
        info.find("artifact_uri").map(Json::asText).orElse(""),
        map(data.find("params")),
        map(data.find("tags")));
  }

  private static Map<String, String> map(Optional<Json> pairs) {
    Map<String, String> map = new LinkedHashMap<>();
    pairs
        .map(Json::asArray)
        .ifPresent(
            all ->
                all.forEach(
                    pair ->
                        map.put(
                            pair.asObject().get("key").asText(),
                            pair.asObject().find("value").map(Json::asText).orElse(""))));
    return map;
  }

  /// As MLflow writes parameters and tags.
  static JsonArray pairs(Collection<Map.Entry<String, String>> entries) {
    return new JsonArray(
        entries.stream()
            .<Json>map(
                entry ->
                    JsonObject.builder()
                        .put("key", entry.getKey())
                        .put("value", entry.getValue())
                        .build())
            .toList());
  }
}
