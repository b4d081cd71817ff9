package dev.manta.examples.xgboost;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.data.Row;
import dev.manta.examples.SampleTable;
import dev.manta.spi.json.Bind;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.xgboost.XGBoostModel;
import dev.manta.xgboost.XGBoostPredictor;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/// A model answers over HTTP what it answers in this process, by the JDK's server and by Spring.
@Timeout(240)
class ServeTest {
  record Answer(float[][] predictions) {}

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private static Path storage;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static Result trained;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static XGBoostModel model;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static ConfigurableApplicationContext spring;

  @BeforeAll
  static void start() {
    trained =
        Tumours.trainer(1, RunConfig.named("tumours").storage(storage.toString()).quiet())
            .scaling(ScalingConfig.inProcess(1))
            .fit();
    var last = trained.latestCheckpoint().orElseThrow().checkpoint();
    model = XGBoostModel.load(last);
    spring =
        TumourApplication.start(
            "--model.checkpoint=" + last.location(),
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--logging.level.root=warn");
  }

  @AfterAll
  static void springClosesItsPredictor() {
    CLIENT.close();
    var predictor = spring.getBean(XGBoostPredictor.class);
    assertThat(predictor.predict(rows())).hasNumberOfRows(2);
    spring.close();
    assertThatThrownBy(() -> predictor.predict(rows())).isInstanceOf(IllegalStateException.class);
  }

  /// The second one lacks a value.
  private static float[][] rows() {
    float[][] rows =
        SampleTable.breastCancer().testRows().stream()
            .limit(2)
            .map(ServeTest::features)
            .toArray(float[][]::new);
    rows[1][0] = Float.NaN;
    return rows;
  }

  private static float[] features(Row row) {
    float[] features = new float[model.featureNames().size()];
    for (int i = 0; i < features.length; i++) {
      features[i] = (float) row.real(model.featureNames().get(i));
    }
    return features;
  }

  private static HttpResponse<String> post(int port, String body) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/predict"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return CLIENT.send(request, BodyHandlers.ofString());
  }

  private static void answersWhatTheModelPredicts(int port) throws Exception {
    try (XGBoostPredictor predictor = model.predictor()) {
      HttpResponse<String> answer = post(port, question(rows()));
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      assertThat(Bind.parse(answer.body().getBytes(UTF_8), Answer.class).predictions())
          .isDeepEqualTo(predictor.predict(rows()));
    }
  }

  private static String question(float[][] rows) {
    return "{\"rows\": " + Arrays.deepToString(rows).replace("NaN", "\"NaN\"") + "}";
  }

  private static void refuses(int port, String body, String message) throws Exception {
    HttpResponse<String> refusal = post(port, body);
    assertThat(refusal.statusCode()).as(refusal.body()).isEqualTo(400);
    assertThat(refusal.body()).startsWith("{\"error\":").contains(message);
  }

  @Test
  void aServerAnswersWhatTheModelPredicts() throws Exception {
    int port;
    try (ServeTumours server = ServeTumours.serve(trained, 0)) {
      port = server.port();
      answersWhatTheModelPredicts(port);
      refuses(
          port, "{\"rows\": [[1, 2, 3]]}", "row 0 has 3 numbers, but the model has 30 features");
    }
    assertThatThrownBy(() -> post(port, "{}")).isInstanceOf(ConnectException.class);
  }

  @Test
  void springListensOnThisMachineOnly() {
    assertThat(spring.getEnvironment().getProperty("server.address")).isEqualTo("127.0.0.1");
  }

  @Test
  void springAnswersWhatTheModelPredicts() throws Exception {
    answersWhatTheModelPredicts(springsPort());
  }

  private static int springsPort() {
    return spring.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  @Test
  void springRefusesWhatTheModelCannotPredict() throws Exception {
    float[][] row = {rows()[0]};
    float[][] cut = {Arrays.copyOf(row[0], 29)};
    String text = question(row).replaceFirst("\\[\\[[^,]*", "[[\"small\"");
    float[][] many = Collections.nCopies(1001, row[0]).toArray(float[][]::new);
    int port = springsPort();
    refuses(port, question(cut), "row 0 has 29 numbers, but the model has 30 features: ");
    refuses(port, text, "rows[0][0] cannot be read; post rows of numbers");
    refuses(port, "{\"rows\": []}", "post rows of numbers");
    refuses(port, question(many), "post at most 1000 rows at once, not 1001");
  }
}
