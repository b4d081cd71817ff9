package dev.manta.torch.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.torch.internal.StepScope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LinearTest {
  private final StepScope scope = StepScope.open();

  @AfterEach
  void close() {
    scope.close();
  }

  /// `torch.manual_seed(0); torch.nn.Linear(3, 2)` in Python.
  @Test
  void aSeedGivesTheSameWeightsAsInPython() {
    torch.manual_seed(0);
    var linear = new Linear(3, 2);
    assertThat(Values.of(Values.parameter(linear, "weight")))
        .containsExactly(
            -0.0043225177f, 0.30971584f, -0.47518533f, -0.4248946f, -0.22236897f, 0.15482073f);
  }

  @Test
  void gradientsReachWeightAndBias() {
    var linear = new Linear(3, 2);
    linear.call(torch.ones(4, 3)).sum().backward();
    assertThat(Values.of(Values.parameter(linear, "bias").grad())).containsExactly(4f, 4f);
  }

  @Test
  void aFreedInputIsNamed() {
    var linear = new Linear(3, 2);
    Tensor x = torch.ones(4, 3);
    scope.advance();
    scope.advance();
    assertThatThrownBy(() -> linear.call(x))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the input of Linear was freed when its step ended");
  }

  @Test
  void parametersOutliveTheStepsTheyWereMadeIn() {
    var linear = new Linear(3, 2);
    scope.advance();
    scope.advance();
    System.gc();
    assertThat(linear.call(torch.ones(4, 3)).shape()).containsExactly(4, 2);
  }

  @Test
  void aStateThatDoesNotFitIsListedWhole() {
    Map<String, Tensor> state = new LinkedHashMap<>(new Linear(5, 2).stateDict());
    state.remove("bias");
    state.put("scale", torch.ones(1));
    assertThatThrownBy(() -> new Linear(3, 2).load(state))
        .hasMessageContaining("weight has shape [2, 3] here and [2, 5] in the state")
        .hasMessageContaining("missing: bias")
        .hasMessageContaining("unexpected: scale");
  }
}
