package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/// One request and its answer on a connection.
final class RoundTrip<T> {
  private final Connection connection;
  private final HttpRequest request;
  private final HttpResponse.BodyHandler<T> handler;
  private boolean whole;

  RoundTrip(Connection connection, HttpRequest request, HttpResponse.BodyHandler<T> handler) {
    this.connection = connection;
    this.request = request;
    this.handler = handler;
  }

  /// Whether the answer ended where the next one may begin.
  boolean mayBeUsedAgain() {
    return whole;
  }

  HttpResponse<T> make() throws IOException {
    var body = new RequestBody(request, connection);
    connection.write(head(body.length()));
    body.send();
    AnswerHead answer = answer(body);
    var taken = new AnswerBody<>(connection, answer, handler.apply(answer));
    T result = taken.take(request.method());
    whole = taken.isWhole() && answer.persistent() && answer.statusCode() / 100 != 1;
    whole = whole && (answer.statusCode() / 100 == 2 ? body.isOver() : body.length() == 0);
    return new DirectAnswer<>(request, answer, result);
  }

  /// A server that closes the connection while it is written to may have said why.
  private AnswerHead answer(RequestBody body) throws IOException {
    try {
      return AnswerHead.read(connection);
    } catch (IOException e) {
      IOException first = body.failure();
      if (first == null) {
        throw e;
      }
      first.addSuppressed(e);
      throw first;
    }
  }

  private ByteBuffer head(long length) {
    URI uri = request.uri();
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    StringBuilder out = new StringBuilder(request.method() + " " + path + query + " HTTP/1.1\r\n");
    out.append("host: ").append(host(uri)).append("\r\nuser-agent: manta\r\n");
    if (length > 0 || Set.of("PUT", "POST").contains(request.method())) {
      out.append("content-length: ").append(length).append("\r\n");
    }
    request
        .headers()
        .map()
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> out.append(name).append(": ").append(value).append("\r\n")));
    return ByteBuffer.wrap(out.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  /// Without the port that the scheme has anyway, as signatures have it.
  private static String host(URI uri) {
    int usual = uri.getScheme().equals("https") ? 443 : 80;
    boolean plain = uri.getPort() == -1 || uri.getPort() == usual;
    return plain ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
  }
}
