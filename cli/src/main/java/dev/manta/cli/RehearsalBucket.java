package dev.manta.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// As much of an S3 server as a rehearsal needs, at the address that the launcher has set: objects
/// in memory, which no list shows.
final class RehearsalBucket implements AutoCloseable {
  /// A location in it.
  static final String LOCATION = "s3://rehearsal/runs";

  private static final String ADDRESS = "AWS_ENDPOINT_URL_S3";
  private static final byte[] LIST =
      "<?xml version=\"1.0\"?><ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] MISSING =
      "<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>"
          .getBytes(StandardCharsets.UTF_8);

  private final HttpServer server;
  private final Map<String, byte[]> objects = new ConcurrentHashMap<>();

  private RehearsalBucket(HttpServer server) {
    this.server = server;
    server.createContext("/", this::answer);
    server.start();
  }

  /// Empty where the launcher has set none, or somebody else is at its address.
  static Optional<RehearsalBucket> open() {
    URI address = URI.create(System.getenv().getOrDefault(ADDRESS, ""));
    if (!"127.0.0.1".equals(address.getHost())) {
      return Optional.empty();
    }
    var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort());
    try {
      return Optional.of(new RehearsalBucket(HttpServer.create(at, 0)));
    } catch (IOException taken) {
      return Optional.empty();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String key = exchange.getRequestURI().getPath();
    boolean list = String.valueOf(exchange.getRequestURI().getQuery()).contains("list-type");
    exchange.getResponseHeaders().set("ETag", "\"rehearsal\"");
    switch (exchange.getRequestMethod()) {
      case "PUT" -> send(exchange, put(exchange, key, body), new byte[0]);
      case "GET" -> send(exchange, list || has(key) ? 200 : 404, list ? LIST : content(key));
      case "HEAD" -> send(exchange, has(key) ? 200 : 404, new byte[0]);
      default -> send(exchange, 204, new byte[0]);
    }
  }

  private int put(HttpExchange exchange, String key, byte[] body) {
    boolean exclusive = exchange.getRequestHeaders().containsKey("If-None-Match");
    if (exclusive) {
      return objects.putIfAbsent(key, body) == null ? 200 : 412;
    }
    objects.put(key, body);
    return 200;
  }

  private boolean has(String key) {
    return objects.containsKey(key);
  }

  private byte[] content(String key) {
    return objects.getOrDefault(key, MISSING);
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
