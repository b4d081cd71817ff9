package dev.manta.internal.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/// A port at which `/metrics` is served, and nothing else.
public final class MetricsPort implements AutoCloseable {
  /// Where it listens unless somebody says otherwise: this machine alone reaches it.
  public static final String LOOPBACK = "127.0.0.1";

  private static final String PATH = "/metrics";

  private final String host;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Consumer<OpenMetricsPage> write;

  private MetricsPort(String host, HttpServer server, Consumer<OpenMetricsPage> write) {
    this.host = host;
    this.server = server;
    this.write = write;
  }

  /// Serves there what is written into a page whenever somebody asks.
  ///
  /// @param port 0 takes a free one
  public static MetricsPort open(String host, int port, Consumer<OpenMetricsPage> write)
      throws IOException {
    HttpServer server = listen(new InetSocketAddress(InetAddress.getByName(host), port));
    var opened = new MetricsPort(host, server, write);
    server.createContext(PATH, opened::answer);
    server.setExecutor(opened.threads);
    server.start();
    return opened;
  }

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException(
          "cannot serve metrics at %s: choose another port, or 0 for a free one (%s)"
              .formatted(address, e.getMessage()),
          e);
    }
  }

  /// Where the page is.
  public String address() {
    return "http://" + host + ":" + server.getAddress().getPort() + PATH;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean exact = exchange.getRequestURI().getPath().equals(PATH);
      if (!exact || !exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(exact ? 405 : 404, -1);
        return;
      }
      var page = new OpenMetricsPage();
      write.accept(page);
      byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", OpenMetricsPage.CONTENT_TYPE);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
