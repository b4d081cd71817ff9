package dev.manta.examples.djl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.djl.DjlTrainer;
import dev.manta.examples.Demo;
import dev.manta.examples.DigitImages;
import dev.manta.examples.djl.DigitsCnn.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ExamplesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  @Test
  void twoWorkersReadAtLeast95OfAHundredDigitsTheyHaveNotSeen() {
    Result result = DigitsCnn.trainer(new Config(2e-3f, 32, 6), 2, run("digits")).fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.95);
    assertThat(result.metricsHistory()).hasSize(6);
  }

  @Test
  void rowsOfADatasetAreTrainedOnAndTheModelReadsThem() {
    DigitImages images = DigitImages.load();
    Result result =
        DjlTrainer.of(TrainOnRows::train, new TrainOnRows.Config(4))
            .dataset("train", TrainOnRows.rows(images.train()))
            .dataset("test", TrainOnRows.rows(images.test()))
            .scaling(ScalingConfig.workers(2))
            .run(run("rows"))
            .fit();
    double accuracy = result.metrics().number("accuracy");
    assertThat(accuracy).isGreaterThan(0.8);
    String predictions = storage.resolve("predictions").toString();
    Predicting.predict(result, TrainOnRows.rows(images.test()), predictions);
    List<Row> rows = Dataset.parquet(predictions).takeAll();
    long right = rows.stream().filter(row -> row.whole("read") == row.whole("digit")).count();
    assertThat((double) right / images.test().size()).isCloseTo(accuracy, within(1e-6));
  }

  @Test
  void theDemoIsPluggedIn() {
    assertThat(ServiceLoader.load(Demo.class))
        .anySatisfy(demo -> assertThat(demo.framework()).isEqualTo("djl"));
  }

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).failures(FailureConfig.none()).quiet();
  }
}
