package dev.manta.spi.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The same libraries are unpacked by one process at a time, others beside them.
@Timeout(60)
class SharedUnpackingTest {
  @TempDir Path directory;

  @Test
  void librariesThatAreReadyDoNotMakeOthersSo() throws Exception {
    new SharedUnpacking(directory, "versioned").load(List::of);
    var merged = new SharedUnpacking(directory, "app.jar-1");
    var isIn = new CountDownLatch(1);
    var mayLeave = new CountDownLatch(1);
    Thread first = Thread.ofPlatform().start(() -> load(merged, isIn, mayLeave));
    isIn.await();
    assertThat(directory.resolve(".app.jar-1.ready")).doesNotExist();
    assertThat(directory.resolve(".app.jar-1.lock")).exists();
    mayLeave.countDown();
    first.join();
    assertThat(directory.resolve(".app.jar-1.ready")).exists();
  }

  @Test
  void aCacheThatAGlobHasEmptiedIsUnpackedAloneAgain() throws IOException {
    Path library = directory.resolve("p.jar/libp.so");
    var natives = new SharedUnpacking(directory, "p.jar-1");
    natives.load(() -> unpacked(library));
    assertThat(natives.isReady()).isTrue();

    Files.delete(library);
    assertThat(natives.isReady()).isFalse();
    natives.load(
        () -> {
          List<Path> files = unpacked(library);
          assertThat(isReady(natives)).as("while the library may still be written").isFalse();
          return files;
        });
    assertThat(natives.isReady()).isTrue();
  }

  @Test
  void aMarkThatAnotherProcessRemovesMeanwhileIsNone() throws Exception {
    var natives = new SharedUnpacking(directory, "p.jar-1");
    Path mark = directory.resolve(".p.jar-1.ready");
    Thread other = Thread.ofPlatform().start(() -> comesAndGoes(mark));
    while (other.isAlive()) {
      boolean _ = natives.isReady();
    }
    other.join();
    assertThat(mark).doesNotExist();
    assertThat(natives.isReady()).isFalse();
  }

  private static void comesAndGoes(Path mark) {
    try {
      for (int time = 0; time < 5_000; time++) {
        Files.createFile(mark);
        Files.delete(mark);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aCompleteCacheIsUsedThoughItsLockCannotBeOpened() throws IOException {
    Path library = directory.resolve("p.jar/libp.so");
    var natives = new SharedUnpacking(directory, "p.jar-1");
    natives.load(() -> unpacked(library));
    Files.delete(natives.beside(".lock"));
    Files.createDirectory(natives.beside(".lock"));
    List<Path> loaded = new ArrayList<>();
    natives.load(
        () -> {
          loaded.add(library);
          return loaded;
        });
    assertThat(loaded).containsExactly(library);
  }

  private static List<Path> unpacked(Path library) {
    try {
      Files.createDirectories(Objects.requireNonNull(library.getParent()));
      return List.of(Files.writeString(library, "library"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isReady(SharedUnpacking natives) {
    try {
      return natives.isReady();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void load(SharedUnpacking natives, CountDownLatch isIn, CountDownLatch mayLeave) {
    try {
      natives.load(
          () -> {
            isIn.countDown();
            await(mayLeave);
            return List.of();
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
