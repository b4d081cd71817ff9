package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkerOptionsTest {
  @Test
  void spacesSeparateOptions() {
    assertThat(WorkerOptions.parse("  -Xint \t-Da=b ")).containsExactly("-Xint", "-Da=b");
  }

  @Test
  void anEmptyVariableHasNone() {
    assertThat(WorkerOptions.parse(" ")).isEmpty();
  }
}
