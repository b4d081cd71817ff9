package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PassedVariablesTest {
  private static final Map<String, String> DRIVER =
      Map.of("AWS_REGION", "eu", "AWS_KEY", "k", "MY_AWS_KEY", "m", "HF_TOKEN", "t", "PATH", "p");

  @Test
  void namesAndPatternsChoose() {
    assertThat(PassedVariables.of(List.of("AWS_*", "HF_TOKEN"), DRIVER))
        .containsOnlyKeys("AWS_REGION", "AWS_KEY", "HF_TOKEN")
        .containsEntry("HF_TOKEN", "t");
    assertThat(PassedVariables.of(List.of("P?TH", "HF_TOKE"), DRIVER)).containsOnlyKeys("PATH");
  }

  @Test
  void nothingIsPassedUnlessAskedFor() {
    assertThat(PassedVariables.of(List.of(), DRIVER)).isEmpty();
  }
}
