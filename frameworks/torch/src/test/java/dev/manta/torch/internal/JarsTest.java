package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.torch.internal.cuda.Cuda;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/// What a cache of classes needs on its class path, native libraries included.
class JarsTest {
  @Test
  void classesAndNativeLibrariesAreFound() {
    String pytorch = "pytorch-linux-x86_64" + (Cuda.isBuilt() ? "-gpu" : "") + ".jar";
    assertThat(Jars.all())
        .extracting(jar -> jar.getFileName().toString().replaceAll("-[0-9]+([.][0-9]+)*", ""))
        .contains("pytorch.jar", pytorch, "javacpp-linux-x86_64.jar");
  }

  @Test
  void aJarIsTakenFromItsUrl() {
    assertThat(Jars.jar("jar:file:/a%20b/c.jar!/d/E.class")).contains(Path.of("/a b/c.jar"));
    assertThat(Jars.jar("file:/classes/d/E.class")).isEmpty();
  }
}
