package dev.manta.train.tracker;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// What a run tells an MLflow server, within the server's limits. Each call may be made twice.
final class MlflowCalls {
  private static final int PAIRS_MAX = 100;
  private static final String CHECKPOINT_TAG = "manta.checkpoint";
  private static final String CHECKPOINTS = "checkpoints/";

  private final MlflowServer server;
  private final MlflowTarget target;
  private final MlflowRun run;
  private final Consumer<String> warn;

  MlflowCalls(MlflowServer server, MlflowTarget target, MlflowRun run, Consumer<String> warn) {
    this.server = server;
    this.target = target;
    this.run = run;
    this.warn = warn;
  }

  /// Tags, and those parameters that the run has not: MLflow lets nobody change one.
  void describe() throws IOException, InterruptedException {
    Map<String, String> tags = new TreeMap<>();
    target.allTags().forEach((key, value) -> tags.put(named(key), MlflowNames.tag(value)));
    tags.entrySet().removeIf(tag -> tag.getValue().equals(run.tags().get(tag.getKey())));
    send("tags", tags);
    Map<String, String> parameters = new TreeMap<>();
    target
        .parameters()
        .forEach((key, value) -> parameters.put(named(key), MlflowNames.parameter(value)));
    parameters.keySet().removeAll(run.parameters().keySet());
    send("params", parameters);
  }

  private static String named(String key) {
    return MlflowNames.name(key);
  }

  private void send(String kind, Map<String, String> pairs)
      throws IOException, InterruptedException {
    List<Map.Entry<String, String>> all = new ArrayList<>(pairs.entrySet());
    for (int from = 0; from < all.size(); from += PAIRS_MAX) {
      sendSome(kind, all.subList(from, Math.min(all.size(), from + PAIRS_MAX)));
    }
  }

  /// Where the server refuses some for good, the others are sent without them.
  private void sendSome(String kind, List<Map.Entry<String, String>> some)
      throws IOException, InterruptedException {
    try {
      server.post("runs/log-batch", body().put(kind, MlflowRun.pairs(some)).build());
    } catch (MlflowError e) {
      if (!e.isFinal()) {
        throw e;
      }
      int half = some.size() / 2;
      if (half == 0) {
        String name = some.getFirst().getKey();
        warn.accept(
            "refuses %s %s of run %s: %s".formatted(kind, name, target.name(), e.getMessage()));
      } else {
        sendSome(kind, some.subList(0, half));
        sendSome(kind, some.subList(half, some.size()));
      }
    }
  }

  private JsonObject.Builder body() {
    return JsonObject.builder().put("run_id", run.id());
  }

  /// Metrics, and how far the run has come with them.
  void metrics(List<JsonObject> entries) throws IOException, InterruptedException {
    List<Json> metrics = new ArrayList<>();
    entries.forEach(entry -> metrics.addAll(metrics(entry)));
    String mark = MlflowMark.of(entries.getLast()).toString();
    server.post(
        "runs/log-batch",
        body()
            .put("metrics", new JsonArray(metrics))
            .put("tags", MlflowRun.pairs(Map.of(MlflowMark.TAG, mark).entrySet()))
            .build());
  }

  private static List<Json> metrics(JsonObject entry) {
    return entry.get("metrics").asObject().fields().entrySet().stream()
        .<Json>map(
            metric ->
                JsonObject.builder()
                    .put("key", MlflowNames.name(metric.getKey()))
                    .put("value", metric.getValue())
                    .put("timestamp", entry.get("at"))
                    .put("step", entry.get("step"))
                    .build())
        .toList();
  }

  void status(String status, Optional<Json> at) throws IOException, InterruptedException {
    JsonObject.Builder update = body().put("status", status);
    at.ifPresent(millis -> update.put("end_time", millis));
    server.post("runs/update", update.build());
    if (status.equals("FINISHED") && target.model().isPresent()) {
      register(target.model().get());
    }
  }

  /// Says where a checkpoint is, and uploads it where that was asked for.
  void checkpoint(JsonObject checkpoint) throws IOException, InterruptedException {
    String name = checkpoint.get("name").asText();
    if (target.uploadsCheckpoints()) {
      upload(name, Location.parse(checkpoint.get("location").asText()));
    }
    Map<String, String> tags = new TreeMap<>();
    tags.put(CHECKPOINT_TAG, name);
    tags.put(CHECKPOINT_TAG + ".step", checkpoint.get("step").text());
    tags.put(CHECKPOINT_TAG + ".location", checkpoint.get("location").asText());
    send("tags", tags);
  }

  /// Uploads what a rank has logged, where the server serves artifacts itself.
  void logged(JsonObject logged) throws IOException, InterruptedException {
    Location location = Location.parse(logged.get("location").asText());
    if (run.artifactPath().isEmpty()) {
      return;
    }
    try {
      byte[] stored = Storages.at(location).read(location);
      server.put(
          run.artifactPath().get() + "/logged/" + logged.get("path").asText(),
          BodyPublishers.ofByteArray(stored));
    } catch (MantaException gone) {
      warn.accept("does not get " + location + ": " + gone.getMessage());
    }
  }

  private void upload(String name, Location location) throws IOException, InterruptedException {
    Optional<String> artifacts = run.artifactPath();
    if (artifacts.isEmpty()) {
      warn.accept(
          "keeps artifacts at %s, which it does not serve itself: checkpoint %s stays at %s alone"
              .formatted(run.artifacts(), name, location));
      return;
    }
    try (Checkpoint.Opened opened = Checkpoint.at(location).open()) {
      Path directory = opened.directory();
      for (Path file : files(directory)) {
        String path = directory.relativize(file).toString();
        server.put(
            artifacts.get() + "/" + CHECKPOINTS + name + "/" + path, BodyPublishers.ofFile(file));
      }
    } catch (RuntimeException gone) {
      warn.accept("does not get checkpoint " + name + ": " + gone.getMessage());
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  /// Makes the last checkpoint a version of a model, once.
  private void register(String model) throws IOException, InterruptedException {
    MlflowRun now = MlflowRun.read(server, run.id());
    String checkpoint = now.tags().getOrDefault(CHECKPOINT_TAG, "");
    if (checkpoint.isEmpty()) {
      warn.accept("gets no version of model " + model + ": the run has no checkpoint");
      return;
    }
    try {
      server.post("registered-models/create", JsonObject.builder().put("name", model).build());
    } catch (MlflowError e) {
      if (!e.is("RESOURCE_ALREADY_EXISTS")) {
        throw e;
      }
    }
    String filter = "name='" + model.replace("'", "''") + "' and run_id='" + run.id() + "'";
    JsonObject found = server.get("model-versions/search", "filter", filter);
    if (found.find("model_versions").map(all -> all.asArray().size()).orElse(0) == 0) {
      server.post(
          "model-versions/create",
          JsonObject.builder()
              .put("name", model)
              .put("source", run.artifacts() + "/" + CHECKPOINTS + checkpoint)
              .put("run_id", run.id())
              .build());
    }
  }
}
