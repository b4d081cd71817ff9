package dev.manta.stores;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.stores.internal.sign.Credential;
import dev.manta.stores.internal.sign.Hashes;
import dev.manta.stores.internal.sign.Signer;
import dev.manta.stores.internal.sign.SigningScheme;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/// Google's words before a server that knows Amazon's: it checks Google's signature, refuses
/// Amazon's headers, and asks the server in Amazon's words. It stands for none of the rest of
/// Google.
final class GoogleFront implements AutoCloseable {
  private static final Set<String> UNSIGNED =
      Set.of("host", "content-length", "connection", "user-agent");

  private final HttpServer front;
  private final HttpClient client = HttpClient.newHttpClient();
  private final URI upstream;
  private final AtomicInteger conditions = new AtomicInteger();

  GoogleFront(URI upstream) {
    this.upstream = upstream;
    try {
      front = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      front.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      front.createContext("/", this::serve);
      front.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + front.getAddress().getPort());
  }

  /// How many puts had Google's condition.
  int conditions() {
    return conditions.get();
  }

  private void serve(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    SortedMap<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    if (!isSigned(exchange, headers, body)) {
      exchange.sendResponseHeaders(403, -1);
      exchange.close();
      return;
    }
    try {
      forward(exchange, headers, body);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private boolean isSigned(HttpExchange exchange, SortedMap<String, String> headers, byte[] body) {
    String said = headers.getOrDefault("authorization", "");
    if (headers.keySet().stream().anyMatch(name -> name.startsWith("x-amz-")) || said.isEmpty()) {
      return false;
    }
    SortedMap<String, String> plain = new TreeMap<>(headers);
    plain.keySet().removeIf(name -> !said.contains(name) || name.equals("host"));
    plain.keySet().removeAll(UNSIGNED);
    Instant when =
        java.time.LocalDateTime.parse(
                headers.get("x-goog-date"),
                java.time.format.DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT))
            .toInstant(java.time.ZoneOffset.UTC);
    var request =
        new Signer.Request(
            exchange.getRequestMethod(),
            URI.create(endpoint() + exchange.getRequestURI().toString()),
            plain,
            Hashes.sha256(body, body.length));
    return said.equals(
        new Signer(SigningScheme.GOOGLE, "auto", "storage")
            .sign(request, Credential.KeyPair.of("GOOGKEY", "google-secret"), when)
            .get("authorization"));
  }

  private void forward(HttpExchange exchange, SortedMap<String, String> headers, byte[] body)
      throws IOException, InterruptedException {
    SortedMap<String, String> there = new TreeMap<>();
    headers.forEach((name, value) -> translate(name, value, there));
    String method = exchange.getRequestMethod();
    URI uri = URI.create(upstream + exchange.getRequestURI().toString());
    var request = new Signer.Request(method, uri, there, Hashes.sha256(body, body.length));
    HttpRequest.Builder http =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
    new Signer(SigningScheme.AMAZON, "us-east-1", "s3")
        .sign(request, Credential.KeyPair.of(TestS3.KEY, TestS3.SECRET), Instant.now())
        .forEach(http::setHeader);
    HttpResponse<byte[]> said = client.send(http.build(), HttpResponse.BodyHandlers.ofByteArray());
    for (Map.Entry<String, java.util.List<String>> header : said.headers().map().entrySet()) {
      String name = header.getKey().replace("x-amz-", "x-goog-");
      if (!name.equals("content-length") && !name.equals("transfer-encoding")) {
        exchange.getResponseHeaders().set(name, header.getValue().getFirst());
      }
    }
    if (method.equals("HEAD")) {
      said.headers()
          .firstValue("content-length")
          .ifPresent(length -> exchange.getResponseHeaders().set("Content-Length", length));
    }
    exchange.sendResponseHeaders(
        said.statusCode(), said.body().length == 0 ? -1 : said.body().length);
    exchange.getResponseBody().write(said.body());
    exchange.close();
  }

  private void translate(String name, String value, SortedMap<String, String> there) {
    if (name.equals("x-goog-if-generation-match") && value.equals("0")) {
      conditions.incrementAndGet();
      there.put("if-none-match", "*");
    } else if (name.startsWith("x-goog-meta-")) {
      there.put(name.replace("x-goog-", "x-amz-"), value);
    } else if (name.equals("range") || name.equals("if-match") || name.equals("content-type")) {
      there.put(name, value);
    }
  }

  @Override
  public void close() {
    front.stop(0);
    client.close();
  }
}
