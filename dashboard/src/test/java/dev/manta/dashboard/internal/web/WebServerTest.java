package dev.manta.dashboard.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WebServerTest {
  @Test
  void anErrorIsAnsweredAsADefectIs() throws Exception {
    WebHandler fails =
        _ -> {
          throw new StackOverflowError("too deep");
        };
    var any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (WebServer server =
            WebServer.open(any, Optional.empty(), new WebServer.Entrance("t", Set.of()), fails);
        HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + server.address().getPort() + "/api/runs");
      HttpRequest request =
          HttpRequest.newBuilder(uri)
              .header("Authorization", "Bearer t")
              .timeout(Duration.ofSeconds(30))
              .build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());

      assertThat(answer.statusCode()).isEqualTo(500);
      assertThat(answer.body()).contains("a defect of Manta", "too deep");
    }
  }
}
