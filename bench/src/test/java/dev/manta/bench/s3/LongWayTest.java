package dev.manta.bench.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class LongWayTest {
  private HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  /// It answers each call with what came, in chunks where the path says so.
  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          boolean chunks = exchange.getRequestURI().getPath().contains("chunks");
          exchange.sendResponseHeaders(200, chunks ? 0 : body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private HttpResponse<byte[]> send(LongWay way, String method, String target, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(way.endpoint() + target))
            .version(HttpClient.Version.HTTP_1_1)
            .method(method, BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  @Test
  void whatPassesIsUnchangedAndCountedByItsKind() throws Exception {
    byte[] body = new byte[300_000];
    body[299_999] = 7;
    try (var way = new LongWay(address(), Duration.ZERO, 0)) {
      assertThat(send(way, "PUT", "/b/k", body).body()).isEqualTo(body);
      assertThat(send(way, "PUT", "/b/chunks?partNumber=1&uploadId=x", body).body())
          .isEqualTo(body);
      send(way, "POST", "/b/k?uploads=", new byte[0]);
      send(way, "POST", "/b/k?uploadId=x", new byte[1]);
      send(way, "GET", "/b?list-type=2&prefix=k", new byte[0]);
      assertThat(way.requests())
          .isEqualTo(
              Map.of(
                  "PUT",
                  1L,
                  "PUT part",
                  1L,
                  "POST upload",
                  1L,
                  "POST complete",
                  1L,
                  "GET list",
                  1L));
      assertThat(way.sent()).isEqualTo(600_001);
      assertThat(way.received()).isEqualTo(600_001);
    }
  }

  @Test
  void eachRequestTakesAsLongAsTheWay() throws Exception {
    try (var way = new LongWay(address(), Duration.ofMillis(200), 0)) {
      long began = System.nanoTime();
      send(way, "GET", "/b/k", new byte[0]);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(199));
    }
  }

  @Test
  void aConnectionCarriesNoMoreThanItsRate() throws Exception {
    try (var way = new LongWay(address(), Duration.ZERO, 1_000_000)) {
      long began = System.nanoTime();
      send(way, "PUT", "/b/k", new byte[250_000]);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(400));
    }
  }
}
