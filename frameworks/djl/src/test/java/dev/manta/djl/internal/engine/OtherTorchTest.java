package dev.manta.djl.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said where both libraries are on the class path and DJL's is loaded.
class OtherTorchTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit sets it
  private Path directory;

  private final Throwable failed =
      new IllegalStateException("not loaded", new UnsatisfiedLinkError("no jnitorch"));

  @Test
  void theSecondLibraryIsToldThatThereIsAFirst() throws Exception {
    PyTorchEngine.load();
    Path there = Files.createDirectories(directory.resolve("org/bytedeco/pytorch"));
    Files.createFile(there.resolve("Tensor.class"));
    try (var both = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      assertThat(OtherTorch.adviceFor(failed, both).orElseThrow())
          .contains("a process can load one of them");
      assertThat(OtherTorch.adviceFor(new UnsatisfiedLinkError("no blas"), both)).isEmpty();
      assertThat(OtherTorch.adviceFor(new IllegalStateException("torch"), both)).isEmpty();
    }
  }

  @Test
  void aProgramWithoutTheOtherIsToldNothing() {
    PyTorchEngine.load();
    assertThat(OtherTorch.adviceFor(failed)).isEmpty();
  }
}
