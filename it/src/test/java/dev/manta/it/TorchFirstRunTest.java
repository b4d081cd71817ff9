package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.Result;
import dev.manta.testkit.python.Python;
import dev.manta.torch.Predictor;
import dev.manta.torch.Torch;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `docs/tutorial/from-pytorch.md` tells a newcomer to do, and what they see.
class TorchFirstRunTest {
  private static final Path PROGRAM = Sources.root().resolve("examples-torch/first/Train.java");
  private static final float[][] POINTS = {{0, 0}, {0.5f, -0.25f}, {-1, 1}, {0.1f, 0.9f}};

  /// The tutorial's lines, with the tutorial's points.
  private static final String IN_PYTHON =
      """
      import sys, torch
      from torch import nn
      from safetensors.torch import load_file
      model = nn.Sequential(nn.Linear(2, 64), nn.ReLU(), nn.Linear(64, 64), nn.ReLU(), nn.Linear(64, 2))
      model.load_state_dict(load_file(sys.argv[1]))
      model.eval()
      with torch.no_grad():
          for row in model(torch.tensor([[0, 0], [0.5, -0.25], [-1, 1], [0.1, 0.9]])).tolist():
              print(*row)
      """;

  @TempDir Path home = Path.of("");

  @Test
  void theTutorialsProgramFitsOnAPage() throws Exception {
    assertThat(Files.readAllLines(PROGRAM)).hasSizeLessThanOrEqualTo(40);
  }

  @Test
  void theTutorialsProgramTrainsStopsGoesOnAndAnswersLikePython() throws Exception {
    Shell shell = new Shell(home);
    Path program = home.resolve("Train.java");
    Files.copy(PROGRAM, program);
    Shell.Typed typed = shell.start("run", program.toString());
    typed.awaitText("loss", 2);
    typed.interrupt();
    Shell.Said stopped = typed.end();
    assertThat(stopped.text()).contains("spirals stopped");
    assertThat(stopped.status()).isEqualTo(130);
    Shell.Said resumed = shell.manta("run", program.toString());
    assertThat(resumed.text()).contains("resumes from checkpoint", "spirals finished");
    Result result = Result.fromPath(home.resolve("manta-runs/spirals").toString());
    assertThat(result.metrics().number("loss")).isLessThan(0.2);
    assertSameInPython(result);
  }

  private static void assertSameInPython(Result result) {
    var checkpoint = result.latestCheckpoint().orElseThrow().checkpoint();
    var model =
        new Sequential(
            new Linear(2, 64), new ReLU(), new Linear(64, 64), new ReLU(), new Linear(64, 2));
    float[][] logits = Predictor.of(Torch.loadForInference(checkpoint, model)).predict(POINTS);
    Python.assumeHas("safetensors");
    Path weights = checkpoint.location().localPath().resolve("model.safetensors");
    String[] rows = Python.run(IN_PYTHON, weights).strip().split("\n", -1);
    for (int row = 0; row < POINTS.length; row++) {
      double[] python =
          Arrays.stream(rows[row].split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
      assertThat((double) logits[row][0]).isCloseTo(python[0], within(1e-5));
      assertThat((double) logits[row][1]).isCloseTo(python[1], within(1e-5));
    }
  }
}
