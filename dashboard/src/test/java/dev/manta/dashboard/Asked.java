package dev.manta.dashboard;

import dev.manta.spi.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Asks a dashboard as a program does.
record Asked(Dashboard dashboard, HttpClient client) {
  static Asked of(Dashboard dashboard) {
    return new Asked(dashboard, HttpClient.newHttpClient());
  }

  URI at(String path) {
    URI address = dashboard.address();
    return URI.create("http://" + address.getAuthority() + path);
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(at(path))
        .timeout(Duration.ofMinutes(1))
        .header("Authorization", "Bearer " + dashboard.token());
  }

  HttpResponse<byte[]> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (IOException e) {
      throw new AssertionError("no answer to " + request.uri(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  HttpResponse<byte[]> get(String path) {
    return send(request(path).build());
  }

  Json json(String path) {
    HttpResponse<byte[]> answer = get(path);
    if (answer.statusCode() != 200) {
      throw new AssertionError(
          path
              + ": "
              + answer.statusCode()
              + " "
              + new String(answer.body(), StandardCharsets.UTF_8));
    }
    return Json.parse(answer.body());
  }

  HttpResponse<byte[]> post(String path, String body) {
    return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build());
  }
}
