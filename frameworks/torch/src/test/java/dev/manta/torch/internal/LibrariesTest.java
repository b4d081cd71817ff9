package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.natives.SharedUnpacking;
import dev.manta.torch.internal.cuda.Cuda;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is written down about native libraries is used only where JavaCPP would find the same.
class LibrariesTest {
  @TempDir private Path cache;

  @Test
  void settingsOfTheUsersAboutLibrariesRuleItOut() {
    var directory = new SharedUnpacking(cache, "libraries");
    assertThat(Libraries.note(directory, Set.of("org.bytedeco.openblas.load"))).isEmpty();
    if (!Cuda.isBuilt()) {
      assertThat(Libraries.note(directory, Set.of("org.bytedeco.javacpp.cachedir")))
          .contains(directory.beside(".loaded"));
    }
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
  void aNoteOfAnotherCacheOrLostFilesIsNotUsed() throws IOException {
    Path file = Files.createDirectories(cache.resolve("a.jar")).resolve("x.so");
    var libraries = new Libraries(List.of(file), Set.of());
    assertThat(libraries.isIn(cache, 1)).isFalse();
    Files.createFile(file);
    assertThat(libraries.isIn(cache, 1)).isTrue();
    assertThat(libraries.isIn(cache, 2)).isFalse();
    assertThat(libraries.isIn(cache.resolve("b"), 1)).isFalse();
  }
}
