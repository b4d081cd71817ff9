package dev.manta.examples.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.testkit.python.Python;
import dev.manta.torch.Predictor;
import dev.manta.torch.TorchTrainer;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The code that the pages show.
class GuideTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  @Test
  void severalBatchesMakeOneStep() {
    Result result =
        fit(TorchTrainer.of(Accumulating::train, new Accumulating.Config(30, 4, 1)), "accumulate");
    assertThat(result.metrics().number("steps")).isEqualTo(6);
  }

  @Test
  void exactModeLearnsTheSameBitsWithAnyNumberOfWorkers() {
    List<Double> bits = new ArrayList<>();
    for (int workers = 1; workers <= 3; workers++) {
      var trainer = TorchTrainer.of(ExactBits::train, new ExactBits.Config(120, 1));
      Result result =
          trainer.scaling(ScalingConfig.workers(workers)).run(run("exact-" + workers)).fit();
      bits.add(result.metrics().number("bits"));
    }
    assertThat(bits).containsOnly(bits.getFirst());
  }

  @Test
  void bfloat16Learns() {
    Result result =
        fit(TorchTrainer.of(MixedPrecision::train, new MixedPrecision.Config(16, 2)), "bf16");
    assertThat(result.metrics().number("loss")).isLessThan(1.5);
  }

  @Test
  void aModelOfOnesOwnHasTheNamesThatPythonGivesIt() {
    var model = new SpiralNet();
    assertThat(model.stateDict().keySet())
        .containsExactly(
            "into.weight", "into.bias", "hidden.weight", "hidden.bias", "out.weight", "out.bias");
    float[][] logits = Predictor.of(model).predict(new float[][] {{0.5f, -0.25f}, {0, 0}});
    assertThat(logits).hasDimensions(2, 2);
  }

  @Test
  void float16Learns() {
    var config = new MixedPrecision.Config(32, 2);
    Result result =
        TorchTrainer.of(MixedPrecision::trainInFloat16, config)
            .scaling(ScalingConfig.inProcess(1))
            .run(run("float16"))
            .fit();
    assertThat(result.metrics().number("loss")).isLessThan(1.5);
    assertThat(result.metrics().number("scale")).isPositive();
  }

  @Test
  void checkpointsOfAllRanksResumeWithAnotherNumberOfThem() {
    RunConfig run = run("own");
    var first = TorchTrainer.of(OwnCheckpoints::train, new OwnCheckpoints.Config(40, 18));
    Result stopped = first.scaling(ScalingConfig.workers(2)).run(run).fit();
    assertThat(stopped.metrics().number("step")).isEqualTo(18);
    var checkpoint = stopped.latestCheckpoint().orElseThrow().checkpoint();
    assertThat(checkpoint.parts()).isEqualTo(2);
    var second = TorchTrainer.of(OwnCheckpoints::train, new OwnCheckpoints.Config(40, 40));
    Result more = second.startFrom(checkpoint).run(run("more")).fit();
    assertThat(more.metrics().number("step")).isEqualTo(18 + 36);
  }

  @Test
  void aTrainedModelIsLoadedAskedAndSaved() {
    var config = new DigitsCnn.Config(2e-3, 32, 2);
    Result result = DigitsCnn.trainer(config, 1, run("saving")).fit();
    DigitsCnn.Net model = Saving.trained(result);
    List<Image> images = DigitImages.load().test();
    int[] read = Saving.read(model, images);
    long right = 0;
    for (int i = 0; i < read.length; i++) {
      right += read[i] == images.get(i).digit() ? 1 : 0;
    }
    assertThat((double) right / read.length).isEqualTo(result.metrics().number("accuracy"));
    assertPredicted(result, images);
    Saving.save(model, storage);
    String printed =
        Python.run(
            """
            import sys, torch
            saved = torch.load(sys.argv[1] + "/model.pt")
            print(sorted(saved["model"]), len(saved["classes"]))
            """,
            storage);
    assertThat(printed).contains("['conv1.bias', 'conv1.weight'").contains("10");
  }

  private void assertPredicted(Result result, List<Image> images) {
    String predictions = storage.resolve("predictions").toString();
    Predicting.predict(result, Predicting.rows(images), predictions);
    List<Row> rows = Dataset.parquet(predictions).takeAll();
    long right = rows.stream().filter(row -> row.whole("digit") == row.whole("label")).count();
    assertThat((double) right / images.size()).isEqualTo(result.metrics().number("accuracy"));
  }

  @Test
  void rowsOfADatasetAreTrainedOnAndEvaluatedOn() {
    DigitImages images = DigitImages.load();
    Result result =
        TorchTrainer.of(TrainOnRows::train, new TrainOnRows.Config(3))
            .dataset("train", Predicting.rows(images.train()))
            .dataset("test", Predicting.rows(images.test()))
            .scaling(ScalingConfig.inProcess(1))
            .run(run("rows"))
            .fit();
    assertThat(result.metricsHistory()).hasSize(3);
    assertThat(result.metrics().number("accuracy")).isGreaterThan(0.8);
  }

  @Test
  void aWorkerRunsAsAThread() {
    assertThat(Saving.debug(run("threads")).metrics().number("accuracy")).isGreaterThan(0.5);
  }

  private Result fit(TorchTrainer trainer, String name) {
    return trainer.scaling(ScalingConfig.workers(2)).run(run(name)).fit();
  }

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }
}
