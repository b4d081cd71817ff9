package dev.manta.torch.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.internal.cuda.Cuda;
import org.junit.jupiter.api.Test;

/// What a cache of classes needs on its class path, native libraries included.
class TorchJarsTest {
  @Test
  void classesAndNativeLibrariesAreFound() {
    String pytorch = "pytorch-linux-x86_64" + (Cuda.isBuilt() ? "-gpu" : "") + ".jar";
    assertThat(TorchJars.all())
        .extracting(jar -> jar.getFileName().toString().replaceAll("-[0-9]+([.][0-9]+)*", ""))
        .contains("pytorch.jar", pytorch, "javacpp-linux-x86_64.jar");
  }
}
