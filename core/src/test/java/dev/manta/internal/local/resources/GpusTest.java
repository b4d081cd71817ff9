package dev.manta.internal.local.resources;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Which of a machine's GPUs an environment leaves.
class GpusTest {
  @Test
  void withoutAVariableAllAreVisible() {
    assertThat(visible(null)).containsExactly("A", "B", "C");
  }

  @Test
  void theVariableChoosesAndOrders() {
    assertThat(visible("2,0")).containsExactly("C", "A");
  }

  @Test
  void anEmptyVariableHidesAll() {
    assertThat(visible("")).isEmpty();
  }

  @Test
  void nothingCountsAfterTheFirstThatDoesNotExist() {
    assertThat(visible("1,-1,0")).containsExactly("B");
    assertThat(visible("1,7,0")).containsExactly("B");
  }

  private static List<String> visible(@Nullable String variable) {
    return Gpus.visible(variable, () -> List.of("A", "B", "C"));
  }
}
