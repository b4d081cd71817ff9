package dev.manta.train.tracker;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// Calls of MLflow's REST interface, one at a time.
final class MlflowServer implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final Duration UPLOAD = Duration.ofMinutes(30);
  private static final int MESSAGE_MAX = 500;

  private final URI base;
  private final Optional<String> authorization;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /// @param environment has the credentials, in the variables that MLflow's own client reads
  MlflowServer(URI base, Map<String, String> environment) {
    this.base = base;
    this.authorization = authorization(environment);
  }

  private static Optional<String> authorization(Map<String, String> environment) {
    String token = environment.getOrDefault("MLFLOW_TRACKING_TOKEN", "");
    String user = environment.getOrDefault("MLFLOW_TRACKING_USERNAME", "");
    String password = environment.getOrDefault("MLFLOW_TRACKING_PASSWORD", "");
    if (!user.isEmpty()) {
      byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(both));
    }
    return token.isEmpty() ? Optional.empty() : Optional.of("Bearer " + token);
  }

  /// @param path below `/api/2.0/mlflow/`
  JsonObject get(String path, String parameter, String value)
      throws IOException, InterruptedException {
    String query = "?" + parameter + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    return call(request("/api/2.0/mlflow/" + path + query, ANSWER).GET());
  }

  JsonObject post(String path, JsonObject body) throws IOException, InterruptedException {
    return call(
        request("/api/2.0/mlflow/" + path, ANSWER)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body.bytes())));
  }

  /// Stores a file among the artifacts that the server keeps.
  ///
  /// @param path such as `0/<run>/artifacts/model/weights.bin`
  void put(String path, HttpRequest.BodyPublisher content)
      throws IOException, InterruptedException {
    String encoded =
        Arrays.stream(path.split("/"))
            .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
            .collect(Collectors.joining("/"));
    call(request("/api/2.0/mlflow-artifacts/artifacts/" + encoded, UPLOAD).PUT(content));
  }

  private HttpRequest.Builder request(String path, Duration limit) {
    String root = base.toString().replaceAll("/+$", "");
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(root + path)).timeout(limit);
    authorization.ifPresent(value -> request.header("Authorization", value));
    return request;
  }

  private JsonObject call(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpRequest built = request.build();
    HttpResponse<String> response = client.send(built, BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw refused(built, response);
    }
    return object(response.body());
  }

  private static MlflowError refused(HttpRequest request, HttpResponse<String> response) {
    JsonObject body = object(response.body());
    String code = body.find("error_code").map(MlflowServer::text).orElse("");
    String said = body.find("message").map(MlflowServer::text).orElse(response.body());
    String shown = said.length() > MESSAGE_MAX ? said.substring(0, MESSAGE_MAX) + "…" : said;
    return new MlflowError(
        response.statusCode(),
        code,
        "%s %s: %s %s %s"
            .formatted(
                request.method(), request.uri().getPath(), response.statusCode(), code, shown));
  }

  private static String text(Json value) {
    return String.valueOf(value instanceof JsonString string ? string.value() : value);
  }

  /// Proxies answer with pages of their own.
  private static JsonObject object(String body) {
    try {
      return body.isBlank() ? JsonObject.EMPTY : Json.parse(body).asObject();
    } catch (JsonException e) {
      return JsonObject.EMPTY;
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
