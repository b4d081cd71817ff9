package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class FileTreeTest {
  private static final int FILES = 3000;

  @TempDir Path directory;

  @Test
  void aLinkThatIsSwappedInWhileADirectoryIsRemovedIsNotFollowed() throws Exception {
    Path victim = fill(directory.resolve("victim"));
    Path root = directory.resolve("root");
    Path inside = fill(root.resolve("inside"));
    Thread attacker = Thread.ofPlatform().start(() -> swap(inside, victim));
    FileTree.delete(root);
    attacker.join();
    assertThat(victim.toFile().list()).hasSize(FILES);
  }

  @Test
  void aLinkIsRemovedAndNotWhatItNames() throws Exception {
    Path victim = fill(directory.resolve("victim"));
    Path root = Files.createDirectory(directory.resolve("root"));
    Files.createSymbolicLink(root.resolve("inside"), victim);
    FileTree.delete(root);
    assertThat(root).doesNotExist();
    assertThat(victim.toFile().list()).hasSize(FILES);
  }

  @Test
  void whatIsNotThereIsRemoved() {
    FileTree.delete(directory.resolve("absent/inside"));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatCannotBeRemovedKeepsNothingElse() throws Exception {
    Path root = Files.createDirectory(directory.resolve("root"));
    for (int i = 0; i < 20; i++) {
      Files.createFile(Files.createDirectory(root.resolve("d" + i)).resolve("file"));
    }
    Path fixed = root.resolve("d7/file");
    assumeTrue(chattr("+i", fixed), "only root can fix files");
    try {
      FileTree.delete(root);
      assertThat(root.toFile().list()).containsExactly("d7");
    } finally {
      chattr("-i", fixed);
    }
  }

  private static boolean chattr(String change, Path file) throws Exception {
    try {
      return new ProcessBuilder("chattr", change, file.toString()).start().waitFor() == 0;
    } catch (IOException absent) {
      return false;
    }
  }

  private static Path fill(Path directory) throws IOException {
    Files.createDirectories(directory);
    for (int i = 0; i < FILES; i++) {
      Files.createFile(directory.resolve("file" + i));
    }
    return directory;
  }

  /// Waits until the removal has begun, and puts a link in the place of the directory.
  private static void swap(Path inside, Path victim) {
    try {
      while (inside.toFile().list().length == FILES) {
        LockSupport.parkNanos(100_000);
      }
      Files.move(inside, inside.resolveSibling("aside"));
      Files.createSymbolicLink(inside, victim);
    } catch (IOException | NullPointerException removed) {
      // the other was faster
    }
  }
}
