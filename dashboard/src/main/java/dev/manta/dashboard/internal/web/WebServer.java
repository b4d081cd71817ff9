package dev.manta.dashboard.internal.web;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/// The JDK's HTTP server, each request on a virtual thread.
public final class WebServer implements AutoCloseable {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.dashboard");
  private static final int BODY_MAX = 64 << 10;

  /// The page runs its own scripts alone, is in no frame, and speaks with nobody else.
  private static final Map<String, String> HEADERS =
      Map.of(
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:;"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "X-Content-Type-Options",
          "nosniff",
          "Referrer-Policy",
          "no-referrer",
          "Cross-Origin-Resource-Policy",
          "same-origin",
          "Cross-Origin-Opener-Policy",
          "same-origin");

  static {
    // Without it small answers wait 40 ms for each other; the server reads it when it is loaded.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final ExecutorService threads;
  private final Door door;

  private WebServer(HttpServer server, Door door) {
    this.server = server;
    this.door = door;
    this.threads = Executors.newVirtualThreadPerTaskExecutor();
  }

  /// Listens there.
  ///
  /// @param tls with which connections are encrypted; empty for plain ones
  public static WebServer open(
      InetSocketAddress address, Optional<SSLContext> tls, Entrance entrance, WebHandler api) {
    HttpServer server = listening(address, tls);
    int port = server.getAddress().getPort();
    var gate = new Gate(entrance.token(), "manta-" + port, entrance.hosts());
    var opened = new WebServer(server, new Door(gate, tls.isPresent(), api));
    server.createContext("/", opened::serve);
    server.setExecutor(opened.threads);
    server.start();
    return opened;
  }

  /// Who may come in.
  ///
  /// @param token what they must know
  /// @param hosts names of this server, besides addresses and `localhost`
  public record Entrance(String token, Set<String> hosts) {}

  private static HttpServer listening(InetSocketAddress address, Optional<SSLContext> tls) {
    try {
      if (tls.isEmpty()) {
        return HttpServer.create(address, 0);
      }
      HttpsServer server = HttpsServer.create(address, 0);
      server.setHttpsConfigurator(new HttpsConfigurator(tls.get()));
      return server;
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.USER,
          "cannot listen at %s:%s: %s; choose another port, or 0 for any that is free"
              .formatted(address.getHostString(), address.getPort(), e.getMessage()),
          e);
    }
  }

  /// Where it listens.
  public InetSocketAddress address() {
    return server.getAddress();
  }

  private void serve(HttpExchange exchange) {
    try (exchange) {
      write(exchange, answer(exchange));
    } catch (IOException left) {
      LOGGER.log(System.Logger.Level.DEBUG, "a page was closed", left);
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private WebAnswer answer(HttpExchange exchange) throws IOException, InterruptedException {
    byte[] body = body(exchange);
    if (body.length > BODY_MAX) {
      return WebAnswer.error(WebAnswer.TOO_LARGE, "more than " + BODY_MAX + " bytes were sent");
    }
    try {
      return door.answer(exchange, body);
    } catch (IllegalArgumentException e) {
      return WebAnswer.error(WebAnswer.BAD_REQUEST, String.valueOf(e.getMessage()));
    } catch (MantaException e) {
      int status = e.code() == ErrorCode.USER ? WebAnswer.CONFLICT : WebAnswer.STORAGE_BROKEN;
      return WebAnswer.error(status, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      LOGGER.log(System.Logger.Level.ERROR, "cannot answer " + exchange.getRequestURI(), e);
      return WebAnswer.error(WebAnswer.BROKEN, "a defect of Manta: " + e);
    }
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    try (InputStream in = exchange.getRequestBody()) {
      return in.readNBytes(BODY_MAX + 1);
    }
  }

  private static void write(HttpExchange exchange, WebAnswer answer)
      throws IOException, InterruptedException {
    var headers = exchange.getResponseHeaders();
    HEADERS.forEach(headers::set);
    headers.set("Cache-Control", "no-store");
    answer.headers().forEach(headers::set);
    boolean bare = exchange.getRequestMethod().equals("HEAD");
    switch (answer) {
      case WebAnswer.Whole whole -> {
        int length = whole.body().length;
        exchange.sendResponseHeaders(whole.status(), bare || length == 0 ? -1 : length);
        if (!bare && length > 0) {
          exchange.getResponseBody().write(whole.body());
        }
      }
      case WebAnswer.Streamed streamed -> {
        exchange.sendResponseHeaders(streamed.status(), bare ? -1 : 0);
        if (!bare) {
          OutputStream out = exchange.getResponseBody();
          streamed.body().writeTo(out);
          out.flush();
        }
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
