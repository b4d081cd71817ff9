package dev.manta.examples.xgboost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.examples.SampleTable;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.web.server.ResponseStatusException;

/// A model answers over HTTP what it answers in this process.
@Timeout(240)
class ServeTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  @SuppressWarnings("NullAway.Init") // before each test
  private Result trained;

  @SuppressWarnings("NullAway.Init") // before each test
  private XGBoostModel model;

  @BeforeEach
  void train() {
    trained =
        Tumours.trainer(1, RunConfig.named("tumours").storage(storage.toString()).quiet())
            .scaling(ScalingConfig.inProcess(1))
            .fit();
    model = XGBoostModel.load(trained.latestCheckpoint().orElseThrow().checkpoint());
  }

  private float[] row() {
    var first = SampleTable.breastCancer().testRows().getFirst();
    float[] row = new float[model.featureNames().size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = (float) first.real(model.featureNames().get(i));
    }
    return row;
  }

  private static HttpResponse<String> post(int port, String body) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://localhost:" + port + "/predict");
      var request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body)).build();
      return client.send(request, BodyHandlers.ofString());
    }
  }

  @Test
  void aServerAnswersWhatTheModelPredicts() throws Exception {
    int port;
    try (ServeTumours server = ServeTumours.serve(trained, 0);
        XGBoostPredictor predictor = model.predictor()) {
      port = server.port();
      String rows = Arrays.deepToString(new float[][] {row(), row()});
      HttpResponse<String> answer = post(port, "{\"rows\": " + rows + "}");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      float chance = predictor.predict(new float[][] {row()})[0][0];
      assertThat(answer.body())
          .isEqualTo("{\"predictions\":[[%s],[%s]]}".formatted((double) chance, (double) chance));
      HttpResponse<String> refusal = post(port, "{\"rows\": [[1, 2, 3]]}");
      assertThat(refusal.statusCode()).isEqualTo(400);
      assertThat(refusal.body()).contains("row 0 has 3 numbers, but the model has 30 features");
    }
    assertThatThrownBy(() -> post(port, "{}")).isInstanceOf(ConnectException.class);
  }

  @Test
  void springsControllerAnswersTheSame() {
    try (XGBoostPredictor predictor = model.predictor()) {
      var controller = new TumourController(predictor);
      float[][] rows = {row()};
      assertThat(controller.predict(new TumourController.Question(rows)).predictions())
          .isDeepEqualTo(predictor.predict(rows));
      var wrong = new TumourController.Question(new float[][] {{1}});
      assertThatThrownBy(() -> controller.predict(wrong))
          .isInstanceOf(ResponseStatusException.class)
          .hasMessageContaining("400 BAD_REQUEST")
          .hasMessageContaining("has 30 features");
    }
  }

  @Test
  void springsPredictorIsThatOfACheckpoint() {
    String location = trained.latestCheckpoint().orElseThrow().checkpoint().location().toString();
    try (XGBoostPredictor ofSpring = new TumourController.Models().predictor(location);
        XGBoostPredictor predictor = model.predictor()) {
      float[][] rows = {row()};
      assertThat(ofSpring.predict(rows)).isDeepEqualTo(predictor.predict(rows));
    }
  }
}
