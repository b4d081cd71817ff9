package dev.manta.examples.tensorflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.Demo;
import dev.manta.examples.DigitImages;
import dev.manta.tensorflow.Predictor;
import dev.manta.testkit.python.Python;
import dev.manta.train.RunConfig;
import dev.manta.tune.ResultGrid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ExamplesTest {
  @TempDir Path storage;

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }

  private Result trained(int epochs, int workers, String name) {
    return DigitsCnn.trainer(new DigitsCnn.Config(5e-3, 32, epochs), workers, run(name)).fit();
  }

  @Test
  void twoWorkersReadAtLeast95OfAHundredDigitsAndAPredictorSeesThem() {
    Result result = trained(6, 2, "digits");
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.95);
    String predictions = storage.resolve("predictions").toString();
    Predicting.predict(result, DigitsCnn.rows(DigitImages.load().test()), predictions);
    List<Row> rows = Dataset.parquet(predictions).takeAll();
    long right =
        rows.stream().filter(row -> Objects.equals(row.value("seen"), row.value("digit"))).count();
    assertThat(right / 360.0).isCloseTo(result.metrics().number("accuracy"), within(1e-6));
  }

  @Test
  void aTunerFindsHowTheNetworkReadsBest() {
    ResultGrid results = TuneDigits.search(run("tuned"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.size()).isEqualTo(6);
    assertThat(results.best().metrics().number("accuracy")).isGreaterThan(0.8);
    var best = results.best().config(DigitsCnn.Config.class);
    assertThat(best.learningRate()).isBetween(1e-4, 0.1);
    assertThat(best.epochs()).isEqualTo(3);
  }

  @Test
  void aNetworkOfKerasLearnsToReadOnTwoWorkers() throws IOException {
    Python.assumeHas("tensorflow");
    Python.assumeHas("keras");
    Path model = storage.resolve("keras");
    Python.run(Files.readString(Path.of("keras_digits.py")), model);
    var config = new KerasDigits.Config(model.toString(), 5e-3, 64, 4);
    Result result = KerasDigits.trainer(config, 2, run("keras-digits")).fit();
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.9);
    try (Predictor predictor = Predictor.of(result.latestCheckpoint().orElseThrow().checkpoint())) {
      assertThat(predictor.classes(new float[][] {new float[64]})).hasSize(1);
    }
  }

  @Test
  void theDemoIsPluggedIn() {
    assertThat(ServiceLoader.load(Demo.class))
        .anySatisfy(demo -> assertThat(demo.framework()).isEqualTo("tensorflow"));
  }
}
