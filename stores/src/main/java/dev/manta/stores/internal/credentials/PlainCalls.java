package dev.manta.stores.internal.credentials;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.spi.json.JsonObject;
import dev.manta.spi.json.JsonString;
import dev.manta.stores.internal.http.Bodies;
import dev.manta.stores.internal.http.Exchange;
import dev.manta.stores.internal.http.Progress;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Short calls to services that hand out credentials.
///
/// @param limit how long one may take
record PlainCalls(Supplier<HttpClient> client, Duration limit) {
  private static final int TRIES = 3;

  /// A service is there, and cannot serve at the moment.
  static final class NotNow extends IOException {
    private static final long serialVersionUID = 1L;

    NotNow(String message) {
      super(message);
    }
  }

  /// What a service said.
  record Said(int status, String text) {
    boolean isFine() {
      return status / 100 == 2;
    }

    /// Fails where the service is there and cannot serve at the moment.
    void requireAble(String service) throws NotNow {
      if (status >= 500 || status == 429) {
        throw new NotNow(service + " answered " + status);
      }
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

  /// An address that the environment or a file names.
  static URI address(String text) {
    try {
      URI uri = new URI(text);
      if (uri.getHost() != null && Set.of("http", "https").contains(uri.getScheme())) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // It may hold a secret: it is not shown.
    }
    throw new MantaException(
        ErrorCode.USER,
        "the address of a service for credentials must be like http://host:port/path, which it is not");
  }

  /// A time as services write it.
  static Instant time(String text) throws IOException {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IOException(
          "the time at which the credentials end is not one like 2030-01-01T00:00:00Z", e);
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
        HttpRequest.newBuilder(address(uri))
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(
        (name, value) ->
            request.setHeader(
                name, HeaderText.require("what proves who asks for credentials", value)));
    return send(request.build());
  }

  private Said send(HttpRequest request) throws IOException, InterruptedException {
    for (int left = TRIES - 1; ; left--) {
      try {
        Progress progress = new Progress();
        HttpResponse<byte[]> answer =
            new Exchange(client.get()::sendAsync, limit)
                .send(request, Bodies.array(progress), progress, limit);
        if (answer.statusCode() < 500 || left == 0) {
          return new Said(answer.statusCode(), new String(answer.body(), StandardCharsets.UTF_8));
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
