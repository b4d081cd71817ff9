package dev.manta.train.tracker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/// A server that keeps the contract of MLflow's REST interface, limits included, and can be down,
/// overloaded, or cut off before its answer arrives. Unlike MLflow's own it keeps a point that is
/// logged twice twice.
final class MlflowContractServer implements AutoCloseable {
  private static final String API = "/api/2.0/mlflow/";
  private static final String ARTIFACTS = "/api/2.0/mlflow-artifacts/artifacts/";
  private static final int METRICS_MAX = 1000;
  private static final int PAIRS_MAX = 100;
  private static final int ALL_MAX = 1000;
  private static final int PARAMETER_MAX = 6000;
  private static final int REQUEST_MAX = 1_000_000;

  /// A run as the server has it.
  static final class StoredRun {
    final String id;
    final String experiment;
    final String name;
    String status = "RUNNING";
    final List<String> points = new ArrayList<>();
    final Map<String, String> parameters = new TreeMap<>();
    final Map<String, String> tags = new TreeMap<>();

    StoredRun(String id, String experiment, String name) {
      this.id = id;
      this.experiment = experiment;
      this.name = name;
    }
  }

  final Map<String, String> experiments = new LinkedHashMap<>(Map.of("Default", "0"));
  final Map<String, StoredRun> runs = new LinkedHashMap<>();
  final Map<String, String> artifacts = new TreeMap<>();
  final Map<String, List<String>> models = new TreeMap<>();
  final List<String> authorizations = new ArrayList<>();
  final AtomicInteger batches = new AtomicInteger();

  /// How many of the next batches are answered to nobody, after they were logged.
  final AtomicInteger answersToLose = new AtomicInteger();

  /// How many of the next calls are turned away.
  final AtomicInteger overloaded = new AtomicInteger();

  private HttpServer server;
  private final int port;

  MlflowContractServer() throws IOException {
    server = listen(0);
    port = server.getAddress().getPort();
  }

  private HttpServer listen(int at) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), at);
    HttpServer listening = HttpServer.create(address, 0);
    listening.createContext("/", this::answer);
    listening.start();
    return listening;
  }

  String address() {
    return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port;
  }

  void down() {
    server.stop(0);
  }

  void up() throws IOException {
    server = listen(port);
  }

  StoredRun onlyRun() {
    if (runs.size() != 1) {
      throw new AssertionError("there are " + runs.size() + " runs");
    }
    return runs.values().iterator().next();
  }

  /// What the contract refuses.
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1;
    final int status;
    final String code;

    Refused(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    authorizations.add(String.valueOf(authorization));
    byte[] body = exchange.getRequestBody().readAllBytes();
    int status = 200;
    JsonObject answer;
    try {
      answer = called(exchange, body);
    } catch (Refused refused) {
      status = refused.status;
      answer =
          JsonObject.builder()
              .put("error_code", refused.code)
              .put("message", String.valueOf(refused.getMessage()))
              .build();
    }
    boolean batch = exchange.getRequestURI().getPath().endsWith("log-batch");
    if (!batch || !took(answersToLose)) {
      byte[] bytes = answer.bytes();
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
    notifyAll();
  }

  /// Waits for what calls bring about.
  synchronized void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      wait();
    }
  }

  private static boolean took(AtomicInteger from) {
    return from.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
  }

  private JsonObject called(HttpExchange exchange, byte[] body) throws Refused {
    if (took(overloaded)) {
      throw new Refused(503, "TEMPORARILY_UNAVAILABLE", "come back later");
    }
    String path = exchange.getRequestURI().getPath();
    if (path.startsWith(ARTIFACTS)) {
      require(exchange.getRequestMethod().equals("PUT"), "artifacts are PUT");
      artifacts.put(path.substring(ARTIFACTS.length()), new String(body, StandardCharsets.UTF_8));
      return JsonObject.EMPTY;
    }
    require(body.length <= REQUEST_MAX, "a request of " + body.length + " bytes");
    String query = String.valueOf(exchange.getRequestURI().getRawQuery());
    String value = URLDecoder.decode(query.replaceFirst("^[^=]*=", ""), StandardCharsets.UTF_8);
    JsonObject json = body.length == 0 ? JsonObject.EMPTY : Json.parse(body).asObject();
    return switch (exchange.getRequestMethod() + " " + path.substring(API.length())) {
      case "GET experiments/get-by-name" -> experiment(value);
      case "POST experiments/create" -> createExperiment(json.get("name").asText());
      case "POST runs/search" -> search(json.get("filter").asText());
      case "POST runs/create" -> create(json);
      case "GET runs/get" -> shown(run(value));
      case "POST runs/update" -> update(json);
      case "POST runs/log-batch" -> log(json);
      case "POST registered-models/create" -> createModel(json.get("name").asText());
      case "GET model-versions/search" -> versions(value);
      case "POST model-versions/create" -> createVersion(json);
      default -> throw new Refused(404, "ENDPOINT_NOT_FOUND", path);
    };
  }

  private static void require(boolean holds, String message) throws Refused {
    if (!holds) {
      throw new Refused(400, "INVALID_PARAMETER_VALUE", message);
    }
  }

  private JsonObject experiment(String name) throws Refused {
    String id = experiments.get(name);
    if (id == null) {
      throw new Refused(404, "RESOURCE_DOES_NOT_EXIST", "no experiment " + name);
    }
    JsonObject found = JsonObject.builder().put("experiment_id", id).put("name", name).build();
    return JsonObject.builder().put("experiment", found).build();
  }

  private JsonObject createExperiment(String name) throws Refused {
    if (experiments.containsKey(name)) {
      throw new Refused(400, "RESOURCE_ALREADY_EXISTS", name);
    }
    experiments.put(name, String.valueOf(experiments.size()));
    return JsonObject.builder().put("experiment_id", experiments.get(name)).build();
  }

  private JsonObject search(String filter) throws Refused {
    require(filter.matches("tags\\.`[\\w.]+` = '[^']*'"), "cannot read the filter " + filter);
    String key = filter.substring(filter.indexOf('`') + 1, filter.lastIndexOf('`'));
    String value = filter.substring(filter.indexOf('\'') + 1, filter.lastIndexOf('\''));
    List<Json> found =
        runs.values().stream()
            .filter(run -> value.equals(run.tags.get(key)))
            .map(run -> shown(run).get("run"))
            .toList();
    return found.isEmpty()
        ? JsonObject.EMPTY
        : JsonObject.builder().put("runs", new JsonArray(found)).build();
  }

  private JsonObject create(JsonObject json) {
    var run =
        new StoredRun(
            "run" + runs.size(), json.get("experiment_id").asText(), json.get("run_name").asText());
    json.get("tags").asArray().forEach(tag -> run.tags.put(text(tag, "key"), text(tag, "value")));
    runs.put(run.id, run);
    return shown(run);
  }

  private static String text(Json object, String field) {
    return object.asObject().get(field).asText();
  }

  private StoredRun run(String id) throws Refused {
    StoredRun run = runs.get(id);
    if (run == null) {
      throw new Refused(404, "RESOURCE_DOES_NOT_EXIST", "no run " + id);
    }
    return run;
  }

  private static JsonObject shown(StoredRun run) {
    JsonObject info =
        JsonObject.builder()
            .put("run_id", run.id)
            .put("status", run.status)
            .put(
                "artifact_uri", "mlflow-artifacts:/" + run.experiment + "/" + run.id + "/artifacts")
            .build();
    JsonObject data =
        JsonObject.builder()
            .put("params", MlflowRun.pairs(run.parameters.entrySet()))
            .put("tags", MlflowRun.pairs(run.tags.entrySet()))
            .build();
    JsonObject shown = JsonObject.builder().put("info", info).put("data", data).build();
    return JsonObject.builder().put("run", shown).build();
  }

  private JsonObject update(JsonObject json) throws Refused {
    run(json.get("run_id").asText()).status = json.get("status").asText();
    return JsonObject.EMPTY;
  }

  private JsonObject log(JsonObject json) throws Refused {
    batches.incrementAndGet();
    StoredRun run = run(json.get("run_id").asText());
    List<Json> metrics = items(json, "metrics");
    List<Json> parameters = items(json, "params");
    List<Json> tags = items(json, "tags");
    require(metrics.size() <= METRICS_MAX, metrics.size() + " metrics");
    require(parameters.size() <= PAIRS_MAX, parameters.size() + " params");
    require(tags.size() <= PAIRS_MAX, tags.size() + " tags");
    require(metrics.size() + parameters.size() + tags.size() <= ALL_MAX, "too many things");
    for (Json each : Stream.of(metrics, parameters, tags).flatMap(List::stream).toList()) {
      requireName(text(each, "key"));
    }
    for (Json each : parameters) {
      require(
          text(each, "value").length() <= PARAMETER_MAX, "a param of more than 6000 characters");
      String before = run.parameters.putIfAbsent(text(each, "key"), text(each, "value"));
      require(
          before == null || before.equals(text(each, "value")),
          "Changing param values is not allowed: " + text(each, "key"));
    }
    for (Json each : metrics) {
      JsonObject metric = each.asObject();
      metric.get("timestamp").asLong();
      run.points.add(
          text(each, "key")
              + "@"
              + metric.get("step").asLong()
              + "="
              + metric.get("value").asDouble());
    }
    tags.forEach(tag -> run.tags.put(text(tag, "key"), text(tag, "value")));
    return JsonObject.EMPTY;
  }

  private static List<Json> items(JsonObject json, String kind) {
    return json.find(kind).map(all -> all.asArray().items()).orElse(List.of());
  }

  private static void requireName(String name) throws Refused {
    require(name.matches("(?U)[/\\w.\\- ]{1,250}"), "Invalid name: " + name);
    require(!name.equals("refused"), "refused by this server");
    require(!name.matches("/.*|.*//.*|(.*/)?\\.{1,2}(/.*)?"), "Invalid path: " + name);
  }

  private JsonObject createModel(String name) throws Refused {
    if (models.putIfAbsent(name, new ArrayList<>()) != null) {
      throw new Refused(400, "RESOURCE_ALREADY_EXISTS", name);
    }
    return JsonObject.EMPTY;
  }

  private JsonObject versions(String filter) {
    List<Json> found =
        models.entrySet().stream()
            .filter(model -> filter.contains("name='" + model.getKey() + "'"))
            .flatMap(model -> model.getValue().stream())
            .<Json>map(Json::of)
            .toList();
    return JsonObject.builder().put("model_versions", new JsonArray(found)).build();
  }

  private JsonObject createVersion(JsonObject json) throws Refused {
    run(json.get("run_id").asText());
    String model = json.get("name").asText();
    require(models.containsKey(model), "no such model");
    models.getOrDefault(model, new ArrayList<>()).add(json.get("source").asText());
    return JsonObject.EMPTY;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
