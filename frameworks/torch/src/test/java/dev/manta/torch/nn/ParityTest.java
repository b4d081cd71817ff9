package dev.manta.torch.nn;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.manta.testkit.python.Python;
import dev.manta.torch.internal.StepScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// For the same weights and input, every module gives Python's output and gradients.
class ParityTest {
  @TempDir private Path directory;

  @TestFactory
  Stream<DynamicTest> everyModuleComputesWhatPythonComputed() throws IOException {
    return tests(ParityCases.small(), Golden.resource("parity.golden"));
  }

  @TestFactory
  Stream<DynamicTest> everyLossIsPythons() throws IOException {
    Golden golden = Golden.resource("parity.golden");
    return losses().entrySet().stream()
        .map(loss -> test(loss.getKey(), () -> valueAndGradient(loss.getValue()), golden));
  }

  @TestFactory
  Stream<DynamicTest> aSeedGivesPythonsFirstValues() throws IOException {
    Golden golden = Golden.resource("parity.golden");
    return golden.cases().keySet().stream()
        .filter(name -> name.startsWith("seed_"))
        .map(name -> test(name, () -> seeded(name.substring("seed_".length())), golden));
  }

  @TestFactory
  Stream<DynamicTest> modelsOfRealSizeComputeWhatTheInstalledPythonComputes() throws IOException {
    return tests(ParityCases.full(), python("--full"));
  }

  @TestFactory
  Stream<DynamicTest> everyModuleComputesWhatTheInstalledPythonComputes() throws IOException {
    return tests(ParityCases.small(), python());
  }

  private static Stream<DynamicTest> tests(Map<String, ParityCases.Case> cases, Golden golden) {
    return cases.entrySet().stream()
        .map(entry -> test(entry.getKey(), () -> Parity.compute(entry.getValue()), golden));
  }

  private static DynamicTest test(
      String name, Supplier<Map<String, Tensor>> compute, Golden golden) {
    var expected = Objects.requireNonNull(golden.cases().get(name), name);
    return dynamicTest(
        name,
        () -> {
          try (var _ = StepScope.open()) {
            Parity.compare(compute.get(), expected);
          }
        });
  }

  private static Map<String, Tensor> seeded(String name) {
    torch.manual_seed(17);
    return Objects.requireNonNull(ParityCases.small().get(name), name)
        .module()
        .get()
        .namedParameters();
  }

  private static Map<String, UnaryOperator<Tensor>> losses() {
    Map<String, UnaryOperator<Tensor>> losses = new LinkedHashMap<>();
    losses.put("loss_cross_entropy", x -> Losses.crossEntropy(x, classes()));
    losses.put("loss_smoothed", x -> Losses.crossEntropy(x, classes(), 0.1));
    losses.put("loss_nll", x -> Losses.negativeLogLikelihood(torch.log_softmax(x, 1), classes()));
    losses.put("loss_binary", x -> Losses.binaryCrossEntropy(x, shares()));
    losses.put("loss_mse", x -> Losses.meanSquaredError(x, targets()));
    losses.put("loss_mae", x -> Losses.meanAbsoluteError(x, targets()));
    losses.put("loss_huber", x -> Losses.huber(x, targets(), 0.5));
    losses.put("loss_smooth_l1", x -> Losses.smoothL1(x, targets(), 0.5));
    losses.put("loss_divergence", x -> Losses.divergence(torch.log_softmax(x, 1), shares()));
    return losses;
  }

  private static Tensor classes() {
    return Fill.ids(92, 5, 6);
  }

  private static Tensor targets() {
    return Fill.tensor(91, 6, 5);
  }

  private static Tensor shares() {
    return targets().add(new Scalar(1)).div(new Scalar(2));
  }

  private static Map<String, Tensor> valueAndGradient(UnaryOperator<Tensor> loss) {
    Tensor x = Fill.tensor(90, 6, 5);
    x.set_requires_grad(true);
    Tensor value = loss.apply(x);
    value.backward();
    return Map.of("output", value, "input.grad", x.grad());
  }

  /// What `parity.py` computes here and now.
  private Golden python(String... options) throws IOException {
    Path out = directory.resolve("parity.golden");
    String script = Files.readString(Path.of("src/test/python/parity.py"));
    Python.run(script, Stream.concat(Stream.of(out), Arrays.stream(options)).toArray());
    return Golden.parse(Files.readAllBytes(out));
  }
}
