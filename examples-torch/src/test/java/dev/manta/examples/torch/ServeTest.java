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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/// A network answers over HTTP what it answers in this process, by the JDK's server and by Spring.
@Timeout(240)
class ServeTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private static Path storage;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Result trained;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static ConfigurableApplicationContext spring;

  @BeforeAll
  static void start() {
    trained =
        DigitsCnn.trainer(
                new DigitsCnn.Config(2e-3, 32, 1),
                1,
                RunConfig.named("digits").storage(storage.toString()).quiet())
            .scaling(ScalingConfig.inProcess(1))
            .fit();
    spring =
        DigitsApplication.start(
            "--model.checkpoint="
                + trained.latestCheckpoint().orElseThrow().checkpoint().location(),
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--logging.level.root=warn");
  }

  @AfterAll
  static void stop() {
    CLIENT.close();
    spring.close();
  }

  private static HttpResponse<String> post(int port, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/predict"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  /// Many ask at once.
  private static void answersWhatTheNetworkSees(int port) throws Exception {
    List<Image> images = DigitImages.load().test().subList(0, 20);
    String seen = Arrays.toString(Saving.read(Saving.trained(trained), images));
    String question = question(images.stream().map(Image::pixels).toArray(float[][]::new));
    for (HttpResponse<String> answer : together(port, question)) {
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"predictions\":" + seen.replace(" ", "") + "}");
    }
  }

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

  private static String question(float[][] rows) {
    return "{\"rows\": " + Arrays.deepToString(rows) + "}";
  }

  private static void refuses(int port, String body, String message) throws Exception {
    HttpResponse<String> refusal = post(port, body);
    assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(400);
    assertThat(refusal.body()).startsWith("{\"error\":").contains(message);
  }

  @Test
  void aServerAnswersWhatTheNetworkSees() throws Exception {
    try (PredictionServer server = ServeDigits.serve(trained, 0)) {
      answersWhatTheNetworkSees(server.port());
      refuses(
          server.port(),
          "{\"rows\": [[1, 2, 3]]}",
          "rows of shape [1, 8, 8] have 64 numbers, not 3");
    }
  }

  @Test
  void springListensOnThisMachineOnly() {
    assertThat(spring.getEnvironment().getProperty("server.address")).isEqualTo("127.0.0.1");
  }

  @Test
  void springAnswersWhatTheNetworkSees() throws Exception {
    answersWhatTheNetworkSees(springsPort());
  }

  private static int springsPort() {
    return spring.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  @Test
  void springRefusesWhatTheNetworkCannotRead() throws Exception {
    int port = springsPort();
    refuses(port, question(new float[1][63]), "rows of shape [1, 8, 8] have 64 numbers, not 63");
    refuses(port, "{\"rows\": [[0, \"grey\"]]}", "rows[0][1] cannot be read; post rows of numbers");
    refuses(port, "{\"rows\": []}", "post rows of numbers");
    refuses(port, question(new float[1001][64]), "post at most 1000 rows at once, not 1001");
  }
}
