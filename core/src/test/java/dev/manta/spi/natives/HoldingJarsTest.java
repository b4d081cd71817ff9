package dev.manta.spi.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingJarsTest {
  @Test
  void aJarIsThatWhichHoldsTheResource() {
    assertThat(HoldingJars.jar("jar:file:/a%20b/c.jar!/d/E.class")).contains(Path.of("/a b/c.jar"));
    assertThat(HoldingJars.jar("file:/classes/d/E.class")).isEmpty();
    assertThat(HoldingJars.jar("jar:nested:/b.jar/!BOOT-INF/lib/c.jar!/d/E.class"))
        .contains(Path.of("/b.jar/!BOOT-INF/lib/c.jar"));
  }

  @Test
  void aJarIsNamedOnceAndWhatIsNowhereIsLeftOut() {
    List<Path> jars =
        HoldingJars.of(
            HoldingJarsTest.class.getClassLoader(),
            List.of(
                "org/junit/jupiter/api/Test.class",
                "org/junit/jupiter/api/Timeout.class",
                "no/such/Thing.class"));
    assertThat(jars).hasSize(1).allMatch(jar -> jar.toString().contains("junit-jupiter-api"));
  }
}
