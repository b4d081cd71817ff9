package dev.manta.stores.opendal;

import com.sun.net.httpserver.HttpExchange;
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
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// Stands before a server and spoils what its test says.
final class FaultProxy implements AutoCloseable {
  /// What becomes of one request.
  enum Fate {
    PASS,
    /// The server never hears of it.
    DROP,
    /// The server acts, and nobody hears of it.
    LOSE_ANSWER,
    /// The answer breaks off.
    HALF_ANSWER,
    BUSY_429,
    BUSY_503
  }

  private static final Set<String> OWN =
      Set.of("host", "connection", "content-length", "transfer-encoding", "expect", "upgrade");

  private final URI server;
  private final Function<HttpExchange, Fate> fates;
  private final HttpServer proxy;
  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  FaultProxy(int serverPort, Function<HttpExchange, Fate> fates) throws IOException {
    this.server = URI.create("http://127.0.0.1:" + serverPort);
    this.fates = fates;
    this.proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    proxy.createContext("/", this::serve);
    proxy.setExecutor(threads);
    proxy.start();
  }

  int port() {
    return proxy.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    try (exchange) {
      switch (fates.apply(exchange)) {
        case DROP -> {}
        case BUSY_429 -> exchange.sendResponseHeaders(429, -1);
        case BUSY_503 -> exchange.sendResponseHeaders(503, -1);
        case LOSE_ANSWER -> forward(exchange, body);
        case PASS -> answer(exchange, forward(exchange, body), 1);
        case HALF_ANSWER -> answer(exchange, forward(exchange, body), 2);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(exchange.getRequestURI()))
            .version(HttpClient.Version.HTTP_1_1)
            .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!OWN.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return client.send(request.build(), BodyHandlers.ofByteArray());
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer, int parts)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              boolean head = exchange.getRequestMethod().equals("HEAD");
              if (!OWN.contains(name.toLowerCase(Locale.ROOT))
                  || (head && name.equalsIgnoreCase("content-length"))) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] body = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body, 0, body.length / parts);
  }

  @Override
  public void close() {
    proxy.stop(0);
    client.shutdownNow();
    threads.shutdownNow();
  }
}
