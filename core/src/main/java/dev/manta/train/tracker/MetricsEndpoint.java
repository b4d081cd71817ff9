package dev.manta.train.tracker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.train.TrackedRun;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A port at which the runs of this process are served, for as long as there are any.
final class MetricsEndpoint {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.trackers");
  private static final Map<Prometheus, MetricsEndpoint> OPEN = new HashMap<>();

  private final Prometheus settings;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Set<ExposedRun> runs = new CopyOnWriteArraySet<>();

  private MetricsEndpoint(Prometheus settings) throws IOException {
    this.settings = settings;
    var address = new InetSocketAddress(InetAddress.getByName(settings.host()), settings.port());
    this.server = listen(address);
    server.createContext("/metrics", this::answer);
    server.setExecutor(threads);
    server.start();
    LOGGER.log(System.Logger.Level.INFO, "metrics are at {0}", address());
  }

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    try {
      return HttpServer.create(address, 0);
    } catch (IOException e) {
      throw new IOException(
          "cannot serve metrics at "
              + address
              + ": choose another port, or 0 for a free one ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  /// Serves a run there until it leaves.
  static ExposedRun join(Prometheus settings, TrackedRun run) throws IOException {
    synchronized (OPEN) {
      MetricsEndpoint endpoint = OPEN.get(settings);
      if (endpoint == null) {
        endpoint = new MetricsEndpoint(settings);
        OPEN.put(settings, endpoint);
      }
      var exposed = new ExposedRun(run, endpoint::leave);
      endpoint.runs.add(exposed);
      return exposed;
    }
  }

  private void leave(ExposedRun run) {
    synchronized (OPEN) {
      runs.remove(run);
      if (runs.isEmpty()) {
        OPEN.remove(settings);
        server.stop(0);
        threads.shutdownNow();
      }
    }
  }

  /// Where the page of these settings is, while there is one.
  static Optional<String> address(Prometheus settings) {
    synchronized (OPEN) {
      return Optional.ofNullable(OPEN.get(settings)).map(MetricsEndpoint::address);
    }
  }

  private String address() {
    return "http://" + settings.host() + ":" + server.getAddress().getPort() + "/metrics";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      boolean asked = exchange.getRequestMethod().equals("GET");
      boolean exact = exchange.getRequestURI().getPath().equals("/metrics");
      if (!asked || !exact) {
        exchange.sendResponseHeaders(exact ? 405 : 404, -1);
        return;
      }
      var page = new OpenMetricsPage();
      runs.forEach(run -> run.writeTo(page));
      byte[] body = page.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", OpenMetricsPage.CONTENT_TYPE);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
