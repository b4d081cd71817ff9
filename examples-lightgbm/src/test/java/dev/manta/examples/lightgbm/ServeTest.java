package dev.manta.examples.lightgbm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.examples.SampleTable;
import dev.manta.lightgbm.LightGBMModel;
import dev.manta.lightgbm.LightGBMPredictor;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
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

/// A model answers over HTTP what it answers in this process.
@Timeout(240)
class ServeTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  @SuppressWarnings("NullAway.Init") // before each test
  private Result trained;

  @SuppressWarnings("NullAway.Init") // before each test
  private LightGBMModel model;

  @BeforeEach
  void train() {
    trained =
        Tumours.trainer(1, RunConfig.named("tumours").storage(storage.toString()).quiet())
            .scaling(ScalingConfig.inProcess(1))
            .fit();
    model = LightGBMModel.load(trained.latestCheckpoint().orElseThrow().checkpoint());
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
        LightGBMPredictor predictor = model.predictor()) {
      port = server.port();
      String rows = Arrays.deepToString(new float[][] {row(), row()});
      HttpResponse<String> answer = post(port, "{\"rows\": " + rows + "}");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      double chance = predictor.predict(new float[][] {row()})[0][0];
      assertThat(answer.body())
          .isEqualTo("{\"predictions\":[[%s],[%s]]}".formatted(chance, chance));
      HttpResponse<String> refusal = post(port, "{\"rows\": [[1, 2, 3]]}");
      assertThat(refusal.statusCode()).isEqualTo(400);
      assertThat(refusal.body()).contains("row 0 has 3 numbers, but the model has 30 features");
    }
    assertThatThrownBy(() -> post(port, "{}")).isInstanceOf(ConnectException.class);
  }
}
