package dev.manta.examples.torch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.examples.Demo;
import dev.manta.torch.Torch;
import dev.manta.torch.models.Gpt;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.tune.ResultGrid;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExamplesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path storage;

  @Test
  void twoWorkersReadAtLeast95OfAHundredDigitsTheyHaveNotSeen() {
    Result result = DigitsCnn.trainer(new DigitsCnn.Config(2e-3, 32, 6), 2, run("digits")).fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.95);
    assertThat(result.metricsHistory()).hasSize(6);
  }

  @Test
  void resNetLearnsMadeUpImages() {
    var config = new ResNet.Config(0.02, 16, 2, "", 700);
    Result result = ResNet.trainer(config, 2, run("resnet")).fit();
    assertThat(result.metrics().number("accuracy")).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void theGptLearnsTheSonnetsAndWrites() {
    var config = new CharacterGpt.Config(3e-3, 16, 2, 32, 1);
    Result result = CharacterGpt.trainer(config, 2, run("gpt")).fit();
    assertThat(result.metrics().number("loss")).isLessThan(3);
    var checkpoint = result.latestCheckpoint().orElseThrow().checkpoint();
    Gpt model = Torch.loadForInference(checkpoint, CharacterGpt.model(config));
    assertThat(Writer.write(model, "Shall I ", 20)).startsWith("Shall I ").hasSize(28);
  }

  @Test
  void theBestOfEightConfigsReadsDigitsThatNoTrialHasSeen() {
    ResultGrid results = TuneDigits.search(run("tuned"));
    assertThat(results.errors()).isEmpty();
    assertThat(results.size()).isEqualTo(8);
    assertThat(results.trials()).anyMatch(trial -> trial.reports().size() < 8);
    assertThat(TuneDigits.accuracy(results)).isGreaterThanOrEqualTo(0.9);
  }

  @Test
  void theDemoIsPluggedIn() {
    assertThat(ServiceLoader.load(Demo.class))
        .anySatisfy(demo -> assertThat(demo.framework()).isEqualTo("torch"));
  }

  @Test
  void imagesAreReadFromThePackagesJson() throws Exception {
    Path clothes = Files.createDirectories(storage.resolve("clothes"));
    String row = "1,".repeat(783) + "255";
    for (int kind = 0; kind < 10; kind++) {
      String text = "{\"data\":[[" + row + "],[1,2],[" + row + "]]}";
      Files.writeString(clothes.resolve(kind + ".json"), text);
    }
    Path file = storage.resolve("images.bin");
    FashionMnistFile.convert(clothes, file);
    FashionMnist images = FashionMnist.read(file);
    assertThat(images.count()).isEqualTo(20);
    assertThat(images.rows()[783]).isEqualTo((byte) 255);
    assertThat(images.rows()[784 + 785]).isZero();
    assertThat(images.rows()[images.rows().length - 1]).isEqualTo((byte) 9);
  }

  private RunConfig run(String name) {
    return RunConfig.named(name).storage(storage.toString()).quiet();
  }
}
