package dev.manta.examples.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.examples.PredictionServer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A network answers over HTTP what it answers in this process.
@Timeout(240)
class ServeTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  private static HttpResponse<String> post(int port, String body) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://localhost:" + port + "/predict");
      var request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)).build();
      return client.send(request, BodyHandlers.ofString());
    }
  }

  /// Many ask at once.
  private static List<HttpResponse<String>> together(int port, String body) throws Exception {
    try (var askers = Executors.newVirtualThreadPerTaskExecutor()) {
      List<HttpResponse<String>> answers = new ArrayList<>();
      Callable<HttpResponse<String>> ask = () -> post(port, body);
      for (var asked : askers.invokeAll(Collections.nCopies(20, ask))) {
        answers.add(asked.get());
      }
      return answers;
    }
  }

  @Test
  void aServerAnswersWhatTheNetworkSees() throws Exception {
    Result trained =
        DigitsCnn.trainer(
                new DigitsCnn.Config(2e-3, 32, 1),
                1,
                RunConfig.named("digits").storage(storage.toString()).quiet())
            .scaling(ScalingConfig.inProcess(1))
            .fit();
    List<Image> images = DigitImages.load().test().subList(0, 20);
    String seen = Arrays.toString(Saving.read(Saving.trained(trained), images));
    float[][] rows = images.stream().map(Image::pixels).toArray(float[][]::new);
    try (PredictionServer server = ServeDigits.serve(trained, 0)) {
      String question = "{\"rows\": " + Arrays.deepToString(rows) + "}";
      for (HttpResponse<String> answer : together(server.port(), question)) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("{\"predictions\":" + seen.replace(" ", "") + "}");
      }
      HttpResponse<String> refusal = post(server.port(), "{\"rows\": [[1, 2, 3]]}");
      assertThat(refusal.statusCode()).isEqualTo(400);
      assertThat(refusal.body()).contains("rows of shape [1, 8, 8] have 64 numbers, not 3");
    }
  }
}
