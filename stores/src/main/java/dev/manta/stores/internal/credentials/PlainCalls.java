package dev.manta.stores.internal.credentials;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// Short calls to services that hand out credentials.
///
/// @param limit how long one may take
record PlainCalls(Supplier<HttpClient> client, Duration limit) {
  private static final int TRIES = 3;

  /// What a service said.
  record Said(int status, String text) {
    boolean isFine() {
      return status / 100 == 2;
    }

    /// The fields of what should be a JSON object.
    JsonObject json(String service) throws IOException {
      try {
        if (Json.parse(text) instanceof JsonObject object) {
          return object;
        }
      } catch (JsonException e) {
        // It may hold a secret: not even the parser's message is shown.
      }
      throw new IOException(service + " answered with something else than credentials");
    }
  }

  static Optional<String> text(JsonObject object, String key) {
    return object
        .find(key)
        .map(value -> value instanceof JsonString text ? text.value() : value.toString());
  }

  Said get(String uri, Map<String, String> headers) throws IOException, InterruptedException {
    return send("GET", uri, headers, "");
  }

  Said post(String uri, Map<String, String> headers, String body)
      throws IOException, InterruptedException {
    return send("POST", uri, headers, body);
  }

  Said send(String method, String uri, Map<String, String> headers, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(uri))
            .timeout(limit)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    return send(request.build());
  }

  private Said send(HttpRequest request) throws IOException, InterruptedException {
    for (int left = TRIES - 1; ; left--) {
      try {
        HttpResponse<String> answer =
            client.get().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() < 500 || left == 0) {
          return new Said(answer.statusCode(), answer.body());
        }
      } catch (java.net.http.HttpTimeoutException | java.net.ConnectException e) {
        throw e;
      } catch (IOException e) {
        if (left == 0) {
          throw e;
        }
      }
    }
  }
}
