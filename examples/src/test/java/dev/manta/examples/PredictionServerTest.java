package dev.manta.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A server whose model adds up the two numbers of a row.
@Timeout(120)
class PredictionServerTest {
  private final HttpClient client = HttpClient.newHttpClient();

  @SuppressWarnings("NullAway.Init") // before each test
  private PredictionServer server;

  @BeforeEach
  void start() throws Exception {
    server = PredictionServer.start(0, PredictionServerTest::sums);
  }

  private static Object sums(float[][] rows) {
    float[] sums = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != 2) {
        throw new IllegalArgumentException("row " + i + " has " + rows[i].length + " numbers");
      }
      if (rows[i][0] == 13) {
        throw new IllegalStateException("unlucky");
      }
      sums[i] = rows[i][0] + rows[i][1];
    }
    return sums;
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  private HttpResponse<String> send(String method, String body) throws Exception {
    URI uri = URI.create("http://localhost:" + server.port() + "/predict");
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofString(body)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  private void refuses(int status, String body, String message) throws Exception {
    HttpResponse<String> answer = send("POST", body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).startsWith("{\"error\":").contains(message);
  }

  @Test
  void itAnswersEachRow() throws Exception {
    HttpResponse<String> answer = send("POST", "{\"rows\": [[1, 2], [0.5, -1e1]]}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"predictions\":[3.0,-9.5]}");
    assertThat(send("POST", "{\"rows\": []}").body()).isEqualTo("{\"predictions\":[]}");
  }

  /// More of them than the server's machine has cores.
  @Test
  void whoNeverEndsAQuestionKeepsNobodyElseWaiting() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors() + 2; i++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        slow.add(socket);
        socket
            .getOutputStream()
            .write(
                "POST /predict HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{".getBytes(UTF_8));
      }
      assertThat(send("POST", "{\"rows\": [[1, 2]]}").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void nestingWithoutEndIsRefused() throws Exception {
    refuses(400, "[".repeat(1 << 19), "");
    refuses(400, "{\"rows\": [null]}", "");
    refuses(400, "{\"rows\": null}", "");
  }

  @Test
  void whatIsWrongIsSaid() throws Exception {
    refuses(400, "{\"rows\": [[1]]}", "row 0 has 1 numbers");
    refuses(400, "{\"rows\": [[1, \"two\"]]}", "rows[0][1]");
    refuses(400, "{\"row\": [[1, 2]]}", "row");
    refuses(400, "rows", "");
    refuses(413, " ".repeat(2 << 20), "post fewer rows");
    refuses(500, "{\"rows\": [[13, 2]]}", "the model failed");
    assertThat(send("GET", "").statusCode()).isEqualTo(405);
  }
}
