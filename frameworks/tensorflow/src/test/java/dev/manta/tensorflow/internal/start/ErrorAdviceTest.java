package dev.manta.tensorflow.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import org.junit.jupiter.api.Test;

class ErrorAdviceTest {
  @Test
  void anInputThatIsNotFedIsNamedWithItsType() {
    assertThat(
            ErrorAdvice.of(
                "You must feed a value for placeholder tensor 'pixels' with dtype float and shape"
                    + " [?,3]"))
        .hasValueSatisfying(
            advice ->
                assertThat(advice).startsWith("the input \"pixels\" of type float is not fed"));
  }

  @Test
  void memoryThatIsNotThereIsSaidWithTheShapeThatWasWanted() {
    assertThat(ErrorAdvice.of("OOM when allocating tensor with shape[1000,1000] and type float"))
        .hasValueSatisfying(
            advice ->
                assertThat(advice)
                    .startsWith(
                        "out of memory on the machine (for a tensor of shape [1000,1000])"));
  }

  @Test
  void whatIsFreedIsSaidWithWhoFreesIt() {
    assertThat(ErrorAdvice.of("close() was called on the Tensor"))
        .hasValueSatisfying(advice -> assertThat(advice).startsWith("this tensor is freed"));
    assertThat(ErrorAdvice.of("close() has been called on the Graph"))
        .hasValueSatisfying(advice -> assertThat(advice).startsWith("this graph is freed"));
  }

  @Test
  void anExplainedErrorKeepsItsPlaceAndWhatTensorFlowSaid() {
    var thrown = new IllegalStateException("close() was called on the Tensor");
    Throwable explained = ErrorAdvice.explain(thrown);
    assertThat(explained).isInstanceOf(MantaException.class).hasSuppressedException(thrown);
    assertThat(explained.getStackTrace()).isEqualTo(thrown.getStackTrace());
    var other = new IllegalStateException("something else");
    assertThat(ErrorAdvice.explain(other)).isSameAs(other);
  }
}
