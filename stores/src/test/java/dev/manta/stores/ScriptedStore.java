package dev.manta.stores;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/// A server that answers every call as it was told to.
final class ScriptedStore implements AutoCloseable {
  /// What it answers.
  record Said(int status, String body, Map<String, String> headers) {
    static Said error(int status, String code, String more) {
      String text = "<Error><Code>%s</Code><Message>No.</Message>%s</Error>".formatted(code, more);
      return new Said(status, text, Map.of());
    }

    Said header(String name, String value) {
      Map<String, String> all = new HashMap<>(headers);
      all.put(name, value);
      return new Said(status, body, all);
    }
  }

  /// What it was asked: `PUT /bucket/key`, and the headers.
  record Asked(String call, Map<String, String> headers) {}

  /// What decides about answers.
  interface Script {
    Said answer(Asked asked);
  }

  private final HttpServer server;
  private final String scheme;
  private final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());

  ScriptedStore(Script script) {
    this("http", HttpServer::create, script);
  }

  /// One behind TLS.
  ScriptedStore(SSLContext context, Script script) {
    this("https", (at, backlog) -> secure(context, at, backlog), script);
  }

  private static HttpServer secure(SSLContext context, InetSocketAddress at, int backlog)
      throws IOException {
    HttpsServer server = HttpsServer.create(at, backlog);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }

  private interface Opening {
    HttpServer open(InetSocketAddress at, int backlog) throws IOException;
  }

  private ScriptedStore(String scheme, Opening opening, Script script) {
    this.scheme = scheme;
    try {
      server = opening.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      server.createContext("/", exchange -> serve(exchange, script));
      server.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve(HttpExchange exchange, Script script) throws IOException {
    exchange.getRequestBody().readAllBytes();
    Map<String, String> headers = new HashMap<>();
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) ->
                headers.put(name.toLowerCase(java.util.Locale.ROOT), values.getFirst()));
    Asked call = new Asked(exchange.getRequestMethod() + " " + exchange.getRequestURI(), headers);
    asked.add(call);
    Said said = script.answer(call);
    said.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    boolean bare = exchange.getRequestMethod().equals("HEAD");
    byte[] body = bare ? new byte[0] : said.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(said.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  URI endpoint() {
    return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
  }

  List<Asked> asked() {
    return List.copyOf(asked);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
