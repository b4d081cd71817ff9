package dev.manta.torch.internal.start;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.internal.cuda.Cuda;
import java.nio.file.Path;
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

  @Test
  void aJarIsTakenFromItsUrl() {
    assertThat(TorchJars.jar("jar:file:/a%20b/c.jar!/d/E.class")).contains(Path.of("/a b/c.jar"));
    assertThat(TorchJars.jar("file:/classes/d/E.class")).isEmpty();
    assertThat(TorchJars.jar("jar:nested:/b.jar/!BOOT-INF/lib/c.jar!/d/E.class"))
        .hasValueSatisfying(jar -> assertThat(jar.endsWith("c.jar")).isTrue());
  }
}
