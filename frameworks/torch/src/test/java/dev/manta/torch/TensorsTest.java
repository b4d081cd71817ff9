package dev.manta.torch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.manta.torch.internal.StepScope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The functions compute what Python's do, and say which shapes they were given.
class TensorsTest {
  private final StepScope scope = StepScope.open();

  @AfterEach
  void close() {
    scope.close();
  }

  /// A line of the golden file.
  private record Sample(String name, String type, long[] shape, double[] values, String text) {
    static Sample parse(String line) {
      String[] fields = line.split("\t", -1);
      return new Sample(
          fields[0],
          fields[1],
          split(fields[2], ",").mapToLong(Long::parseLong).toArray(),
          split(fields[3], " ").mapToDouble(Sample::number).toArray(),
          fields[4].replace("\\n", "\n"));
    }

    private static Stream<String> split(String field, String by) {
      return field.isEmpty() ? Stream.of() : Arrays.stream(field.split(by, -1));
    }

    private static double number(String value) {
      return switch (value) {
        case "True" -> 1;
        case "False" -> 0;
        case "nan" -> Double.NaN;
        case "inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        default -> Double.parseDouble(value);
      };
    }
  }

  @TestFactory
  Stream<DynamicTest> everyFunctionComputesAndShowsWhatPythonDoes() throws IOException {
    List<Sample> samples = samples();
    Map<String, Tensor> cases = TensorCases.all();
    assertThat(samples)
        .extracting(Sample::name)
        .containsExactlyInAnyOrderElementsOf(cases.keySet());
    return samples.stream()
        .map(
            python ->
                dynamicTest(
                    python.name(),
                    () -> compare(Objects.requireNonNull(cases.get(python.name())), python)));
  }

  private static List<Sample> samples() throws IOException {
    try (var in = TensorsTest.class.getResourceAsStream("tensors.txt")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().map(Sample::parse).toList();
    }
  }

  private static void compare(Tensor ours, Sample python) {
    assertThat(Tensors.shape(ours)).containsExactly(python.shape());
    assertThat(TensorText.describe(ours)).endsWith(" " + python.type());
    double[] values = Tensors.doubles(ours);
    assertThat(values).hasSameSizeAs(python.values());
    for (int i = 0; i < values.length; i++) {
      if (Double.isFinite(python.values()[i])) {
        assertThat(values[i]).isCloseTo(python.values()[i], within(1e-6));
      } else {
        assertThat(Double.toString(values[i])).isEqualTo(Double.toString(python.values()[i]));
      }
    }
    assertThat(Tensors.show(ours)).isEqualTo(python.text());
  }

  @Test
  void valuesComeBackAsTheArraysThatWentIn() {
    float[][] rows = {{1, 2.5f}, {3, 4}, {5, 6}};
    Tensor x = Tensors.tensor(rows);
    assertThat(Tensors.floatRows(x)).isDeepEqualTo(rows);
    assertThat(Tensors.floats(Tensors.transpose(x, 0, 1))).containsExactly(1, 3, 5, 2.5f, 4, 6);
    assertThat(Tensors.doubleRows(x)[0]).containsExactly(1, 2.5);
    long[][] whole = {{1, 2}, {3, Long.MAX_VALUE}};
    assertThat(Tensors.longRows(Tensors.tensor(whole))).isDeepEqualTo(whole);
    assertThat(Tensors.booleans(Tensors.gt(x, 2.5)))
        .containsExactly(false, false, true, true, true, true);
    double[] exact = {0.1, 1.0 / 3};
    assertThat(Tensors.doubles(Tensors.tensor(exact, ScalarType.Double))).containsExactly(exact);
    assertThat(Tensors.item(Tensors.tensor(1.5))).isEqualTo(1.5);
    assertThat(Tensors.floats(x.requires_grad_(true))).hasSize(6);
  }

  @Test
  void aTypeCanBeCompared() {
    assertThat(Tensors.dtype(Tensors.tensor(1, 2))).isSameAs(ScalarType.Long);
  }

  @Test
  void accuracyIsTheShareOfRowsWhoseLargestLogitIsTheirClass() {
    Tensor logits = Tensors.tensor(new float[][] {{1, 0}, {0, 1}, {0, 1}, {1, 0}});
    assertThat(Tensors.accuracy(logits, Tensors.tensor(0, 1, 0, 1))).isEqualTo(0.5);
    assertThat(Tensors.accuracy(logits.narrow(0, 0, 0), Tensors.tensor(new long[0]))).isNaN();
    assertThatThrownBy(() -> Tensors.accuracy(logits, Tensors.tensor(0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "accuracy of logits [4, 2] float32 and classes [2] int64: want [rows, classes] and"
                + " [rows]");
  }

  @Test
  void aViewChangesWhatItIsAViewOf() {
    Tensor x = torch.zeros(2, 3);
    Tensors.index(x, ":, 1").fill_(new org.bytedeco.pytorch.Scalar(4.0));
    assertThat(Tensors.floats(x)).containsExactly(0, 4, 0, 0, 4, 0);
  }

  @Test
  void gradientsFlowThroughTheFunctions() {
    Tensor x = Tensors.tensor(1.0, 2, 3).requires_grad_(true);
    Tensors.sum(Tensors.pow(Tensors.index(x, "1:"), 2)).backward();
    assertThat(Tensors.floats(x.grad())).containsExactly(0, 4, 6);
  }

  @Test
  void wrongShapesAndTypesAreNamed() {
    Tensor x = torch.zeros(2, 3);
    Tensor y = torch.zeros(4, 5);
    assertFails(() -> Tensors.argmax(x, 5), "argmax([2, 3] float32, 5): Dimension out of range");
    assertFails(
        () -> Tensors.cat(x, y), "cat([2, 3] float32, [4, 5] float32, 0): Sizes of tensors must");
    assertFails(() -> Tensors.reshape(x, 4, 2), "reshape([2, 3] float32, [4, 2]): shape '[4, 2]'");
    assertFails(() -> Tensors.mean(Tensors.tensor(1, 2)), "mean([2] int64, []): mean(): could not");
    assertFails(() -> Tensors.item(x), "item([2, 3] float32): a Tensor with 6 elements");
    assertFails(() -> Tensors.eq(x, y), "eq([2, 3] float32, [4, 5] float32): The size of tensor a");
    assertFails(() -> Tensors.floatRows(Tensors.tensor(1.0, 2)), "[2] float32, which has 1 dim");
    assertFails(() -> Tensors.longs(x), "longs of a tensor [2, 3] float32, which holds fractions");
    assertFails(() -> Tensors.booleans(x), "booleans of a tensor [2, 3] float32: compare");
    assertFails(() -> Tensors.to(x, "gpu"), "to([2, 3] float32, gpu): Expected one of cpu, cuda");
  }

  @Test
  void arraysThatAreNoTensorAreNamed() {
    assertFails(
        () -> Tensors.tensor(new float[][] {{1, 2}, {3}}),
        "element [1] of the array has 1 values, element [0] has 2");
    assertFails(() -> Tensors.tensor("a", ScalarType.Float), "not a String");
    assertFails(
        () -> Tensors.tensor(new String[] {"a"}, ScalarType.Float),
        "arrays of String are not a tensor");
  }

  @Test
  void subscriptsThatCannotBeAreNamed() {
    Tensor x = torch.zeros(2, 3);
    assertFails(() -> Tensors.index(x, "2"), "index \"2\" of a tensor [2, 3] float32: 2 is not");
    assertFails(() -> Tensors.index(x, "0, 0, 0"), "names 3 dimensions of a tensor [2, 3]");
    assertFails(() -> Tensors.index(x, "a"), "cannot be read at \"a\"");
    assertFails(() -> Tensors.index(x, ""), "cannot be read at \"\"");
    assertFails(() -> Tensors.index(x, "::-1"), "slices go forward only");
    assertFails(() -> Tensors.index(x, "..., ..."), "more than one");
    assertFails(() -> Tensors.index(x, "1:2:3:4"), "cannot be read at \"1:2:3:4\"");
  }

  @Test
  void aTensorOfAnEarlierStepIsSaidToBeFreed() {
    Tensor x = torch.zeros(2);
    scope.advance();
    scope.advance();
    assertThatThrownBy(() -> Tensors.sum(x))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a tensor given to sum was freed when its step ended");
  }

  private static void assertFails(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .message()
        .doesNotContain("Exception raised from");
  }
}
