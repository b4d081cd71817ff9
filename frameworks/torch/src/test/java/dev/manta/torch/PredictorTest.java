package dev.manta.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.torch.io.PtFile;
import dev.manta.torch.io.SafeTensors;
import dev.manta.torch.models.LeNet;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Module;
import java.nio.file.Path;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PredictorTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  /// Weights that can be reckoned with: each output is the sum of the inputs times its number.
  private static Module sums() {
    var linear = new Linear(3, 2, false);
    Tensor weight = linear.parameters().getFirst().detach();
    weight.data_ptr_float().put(new float[] {0, 0, 0, 1, 1, 1});
    return linear;
  }

  @Test
  void rowsAreAnsweredInOrderWhateverTheBatches() {
    float[][] rows = {{1, 2, 3}, {4, 5, 6}, {-1, 0, 0}};
    for (int batch : new int[] {1, 2, 3, 256}) {
      float[][] outputs = Predictor.of(sums()).batches(batch).predict(rows);
      assertThat(outputs).isDeepEqualTo(new float[][] {{0, 6}, {0, 15}, {0, -1}});
    }
    assertThat(Predictor.of(sums()).classes(rows)).containsExactly(1, 1, 0);
  }

  @Test
  void imagesAreGivenAsRows() {
    float[][] images = new float[3][28 * 28];
    float[][] outputs = Predictor.of(new LeNet(10)).rows(1, 28, 28).predict(images);
    assertThat(outputs).hasNumberOfRows(3);
    assertThat(outputs[0]).hasSize(10);
  }

  @Test
  void noRowsGiveNoAnswers() {
    assertThat(Predictor.of(sums()).predict(new float[0][])).isEmpty();
  }

  @Test
  void rowsOfAnotherLengthAreNamed() {
    assertThatThrownBy(() -> Predictor.of(sums()).predict(new float[][] {{1, 2, 3}, {1}}))
        .hasMessageContaining("row 1 has 1 numbers, row 0 has 3");
    assertThatThrownBy(() -> Predictor.of(sums()).rows(2, 2).predict(new float[][] {{1, 2, 3}}))
        .hasMessageContaining("rows of shape [2, 2] have 4 numbers, not 3");
  }

  @Test
  void aCheckpointAndBothKindsOfFilesGiveTheSameAnswers() {
    var model = new Mlp(4, 6, 2);
    float[][] rows = rows(10, 4);
    float[][] expected = Predictor.of(model).predict(rows);
    SafeTensors.of(model.stateDict()).write(directory.resolve("model.safetensors"));
    PtFile.write(directory.resolve("model.pt"), model.stateDict());
    Checkpoint checkpoint = Checkpoint.fromDirectory(directory);
    assertSame(Torch.loadForInference(checkpoint, new Mlp(4, 6, 2)), rows, expected);
    assertSame(
        Torch.loadForInference(directory.resolve("model.safetensors"), new Mlp(4, 6, 2)),
        rows,
        expected);
    assertSame(
        Torch.loadForInference(directory.resolve("model.pt"), new Mlp(4, 6, 2)), rows, expected);
  }

  @Test
  void aCheckpointWithoutTheModelSaysWhatItHas() {
    SafeTensors.of(new Mlp(4, 2).stateDict()).write(directory.resolve("net.safetensors"));
    Checkpoint checkpoint = Checkpoint.fromDirectory(directory);
    assertThatThrownBy(() -> Torch.loadForInference(checkpoint, new Mlp(4, 2)))
        .hasMessageContaining("no model.safetensors, only [net.safetensors]");
  }

  private static void assertSame(Module model, float[][] rows, float[][] expected) {
    assertThat(model.isTraining()).isFalse();
    float[][] outputs = Predictor.of(model).predict(rows);
    for (int row = 0; row < rows.length; row++) {
      assertThat(outputs[row]).containsExactly(expected[row], within(0f));
    }
  }

  private static float[][] rows(int count, int width) {
    Random random = new Random(3);
    float[][] rows = new float[count][width];
    for (float[] row : rows) {
      for (int i = 0; i < width; i++) {
        row[i] = random.nextFloat();
      }
    }
    return rows;
  }
}
