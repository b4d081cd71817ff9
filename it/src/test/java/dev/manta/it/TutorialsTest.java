package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whoever types what a tutorial says sees what it shows.
@Timeout(900)
class TutorialsTest {
  private static final String PYTORCH = "tutorial/from-pytorch.md";

  @TempDir Path home = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tutorial/first-run.md",
        "tutorial/bring-your-python-script.md",
        "tutorial/data-parallel.md",
        "tutorial/data.md",
        "tutorial/djl.md",
        "tutorial/lightgbm.md",
        "tutorial/pull-the-plug.md",
        "tutorial/tensorflow.md",
        "tutorial/three-machines.md",
        "tutorial/tune.md",
        "tutorial/tune-pytorch.md",
        "tutorial/xgboost.md"
      })
  void aTutorialWorksAsWritten(String page) throws Exception {
    try (var reader = new TutorialReader(home)) {
      reader.follow(page);
    }
  }

  @Test
  void thePyTorchTutorialWorksAsWrittenAndItsModelAnswersTheSameInPython() throws Exception {
    try (var reader = new TutorialReader(home)) {
      reader.follow(PYTORCH);
      String[] python = reader.printed().replaceAll("[\\[\\]\\s]", "").split(",", -1);
      float[] java = logits();
      assertThat((double) java[0]).isCloseTo(Double.parseDouble(python[0]), within(1e-5));
      assertThat((double) java[1]).isCloseTo(Double.parseDouble(python[1]), within(1e-5));
    }
  }

  private float[] logits() {
    Result result = Result.fromPath(home.resolve("manta-runs/spirals").toString());
    var model =
        new Sequential(
            new Linear(2, 64), new ReLU(), new Linear(64, 64), new ReLU(), new Linear(64, 2));
    var checkpoint = result.latestCheckpoint().orElseThrow().checkpoint();
    return Predictor.of(Torch.loadForInference(checkpoint, model))
        .predict(new float[][] {{0.5f, -0.25f}})[0];
  }

  @Test
  void everyTutorialIsTried() throws Exception {
    try (var pages = Files.list(Sources.root().resolve("docs/tutorial"))) {
      var tried =
          TutorialsTest.class
              .getDeclaredMethod("aTutorialWorksAsWritten", String.class)
              .getAnnotation(ValueSource.class)
              .strings();
      assertThat(pages.map(page -> "tutorial/" + page.getFileName()))
          .filteredOn(page -> !page.equals(PYTORCH))
          .containsExactlyInAnyOrder(tried);
    }
  }

  @Test
  void programsThatAreTypedInFitOnAPage() throws Exception {
    for (String program :
        new String[] {"examples/first", "examples-torch/first", "examples-tensorflow/first"}) {
      assertThat(Files.readAllLines(Sources.root().resolve(program).resolve("Train.java")))
          .hasSizeLessThanOrEqualTo(40);
    }
  }
}
