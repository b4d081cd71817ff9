package dev.manta.bench.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// A server of MLflow and a collector of OpenTelemetry that take everything and keep nothing, so
/// that what trackers cost a run is measured and not what a server costs the machine.
final class AnsweringServer implements AutoCloseable {
  private static final Map<String, String> ANSWERS =
      Map.of(
          "/api/2.0/mlflow/experiments/get-by-name", "{\"experiment\":{\"experiment_id\":\"1\"}}",
          "/api/2.0/mlflow/experiments/create", "{\"experiment_id\":\"1\"}",
          "/api/2.0/mlflow/runs/create", "{\"run\":{\"info\":{\"run_id\":\"r1\"}}}",
          "/api/2.0/mlflow/runs/get", "{\"run\":{\"info\":{\"run_id\":\"r1\"}}}");

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong bytes = new AtomicLong();

  private AnsweringServer(HttpServer server) {
    this.server = server;
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  static AnsweringServer open() throws IOException {
    return new AnsweringServer(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /// How many bytes were sent to it.
  long bytes() {
    return bytes.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream in = exchange.getRequestBody()) {
      bytes.addAndGet(in.transferTo(OutputStream.nullOutputStream()));
      byte[] answer =
          ANSWERS
              .getOrDefault(exchange.getRequestURI().getPath(), "{}")
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
