package dev.manta.tensorflow.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TensorflowJarsTest {
  @Test
  void theJarsOfClassesAndLibraryAreNamed() {
    assertThat(TensorflowJars.all())
        .extracting(jar -> String.valueOf(jar.getFileName()).replaceFirst("-\\d.*", ""))
        .contains("tensorflow-core-api", "tensorflow-core-native", "javacpp", "ndarray");
  }
}
