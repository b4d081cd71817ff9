package dev.manta.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.manta.spi.json.Bind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

// region: server
/// Answers rows of numbers over HTTP: `POST /predict` with `{"rows": [[1, 2], [3, 4]]}` is answered
/// with `{"predictions": …}`, one for each row, and what is wrong with `{"error": …}`.
public final class PredictionServer implements AutoCloseable {
  private static final int BYTES_MAX = 1 << 20;

  /// A model; several threads ask it at once.
  @FunctionalInterface
  public interface Model {
    /// A number, or an array of them, for each row. Rows that do not fit are an
    /// [IllegalArgumentException].
    Object predict(float[][] rows);
  }

  /// What is posted.
  record Question(float[][] rows) {}

  /// What is answered.
  record Answer(Object predictions) {}

  /// What is answered instead.
  record Refusal(String error) {}

  private final HttpServer server;
  private final ExecutorService threads;

  private PredictionServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /// Begins to answer on this machine's own address.
  ///
  /// @param port 0 for any that is free
  public static PredictionServer start(int port, Model model) throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    HttpServer server = HttpServer.create(address, 0);
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    server.createContext("/predict", exchange -> answer(exchange, model));
    server.setExecutor(threads);
    server.start();
    return new PredictionServer(server, threads);
  }

  /// Where it answers.
  public int port() {
    return server.getAddress().getPort();
  }

  private static void answer(HttpExchange exchange, Model model) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(BYTES_MAX + 1);
      if (!exchange.getRequestMethod().equals("POST")) {
        send(exchange, 405, new Refusal("post rows to be predicted: {\"rows\": [[1, 2], [3, 4]]}"));
      } else if (body.length > BYTES_MAX) {
        exchange.getResponseHeaders().set("Connection", "close"); // the rest is not read
        send(exchange, 413, new Refusal("more than " + BYTES_MAX + " bytes: post fewer rows"));
      } else {
        predict(exchange, body, model);
      }
    }
  }

  private static void predict(HttpExchange exchange, byte[] body, Model model) throws IOException {
    try {
      float[][] rows = Bind.parse(body, Question.class).rows();
      send(exchange, 200, new Answer(model.predict(rows)));
    } catch (IllegalArgumentException wrong) { // no JSON, or rows that the model does not know
      send(exchange, 400, new Refusal(String.valueOf(wrong.getMessage())));
    } catch (RuntimeException e) {
      System.getLogger("prediction").log(System.Logger.Level.ERROR, "no prediction", e);
      send(exchange, 500, new Refusal("the model failed; the server's log says why"));
    }
  }

  private static void send(HttpExchange exchange, int status, Object what) throws IOException {
    byte[] bytes = Bind.write(what).bytes();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  /// Ends within a second: answers that are under way are sent.
  @Override
  public void close() {
    server.stop(1);
    threads.shutdown();
  }
}
// endregion
