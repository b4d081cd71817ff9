package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written down about native libraries is used only where JavaCPP would find the same.
class LibrariesTest {
  private static final String CPU = "/m2/pytorch-2.10.0-1.5.13-linux-x86_64.jar";

  @TempDir private Path cache;

  @Test
  void theCpuBuildHasANoteOfItsVersion() {
    assertThat(Libraries.note(cache, "/m2/pytorch-2.10.0-1.5.13.jar:" + CPU, Set.of("user.dir")))
        .contains(cache.resolve(".pytorch-2.10.0-1.5.13-linux-x86_64.jar.loaded"));
  }

  @Test
  void otherBuildsAndTwoOfThemHaveNone() {
    String gpu = "/m2/pytorch-2.10.0-1.5.13-linux-x86_64-gpu.jar";
    assertThat(Libraries.note(cache, gpu, Set.of())).isEmpty();
    assertThat(Libraries.note(cache, CPU + ":" + gpu, Set.of())).isEmpty();
    assertThat(Libraries.note(cache, "/app/everything.jar", Set.of())).isEmpty();
  }

  @Test
  void settingsOfTheUsersAboutLibrariesRuleItOut() {
    assertThat(Libraries.note(cache, CPU, Set.of("org.bytedeco.openblas.load"))).isEmpty();
    assertThat(Libraries.note(cache, CPU, Set.of("org.bytedeco.javacpp.cachedir"))).isPresent();
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    var libraries = new Libraries(List.of(Path.of("/a b/x.so")), Set.of("gomp@.1", "c10"));
    Path note = cache.resolve("note");
    libraries.write(note);
    assertThat(Libraries.read(note)).isEqualTo(libraries);
    assertThat(Libraries.read(cache.resolve("none")).files()).isEmpty();
  }

  @Test
  void aNoteOfOtherJarsOrLostFilesIsNotUsed() throws IOException {
    Path file = Files.createDirectories(cache.resolve("a.jar")).resolve("x.so");
    var libraries = new Libraries(List.of(file), Set.of());
    assertThat(libraries.isOf("/m2/a.jar", 1)).isFalse();
    Files.createFile(file);
    assertThat(libraries.isOf("/m2/a.jar", 1)).isTrue();
    assertThat(libraries.isOf("/m2/a.jar", 2)).isFalse();
    assertThat(libraries.isOf("/m2/b.jar", 1)).isFalse();
  }
}
