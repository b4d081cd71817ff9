package dev.manta.torch.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The same libraries are unpacked by one process at a time, others beside them.
class NativeDirectoryTest {
  private static final String LIBRARY = "org/bytedeco/pytorch/linux-x86_64/libjnitorch.so";

  @TempDir private Path directory;

  @Test
  void jarsWithVersionsAreKnownByTheirNames() {
    String natives = "pytorch-2.10.0-1.5.13-linux-x86_64.jar";
    assertThat(NativeDirectory.versioned("/m2/pytorch-2.10.0-1.5.13.jar:/app.jar:/m2/" + natives))
        .containsExactly(natives);
    assertThat(NativeDirectory.isVersioned(Set.of(natives))).isTrue();
    assertThat(NativeDirectory.isVersioned(Set.of(natives, "app.jar"))).isFalse();
  }

  @Test
  void theJarOfALibraryIsTheInnermost() {
    assertThat(NativeDirectory.jarName("jar:file:/a/app.jar!/" + LIBRARY)).isEqualTo("app.jar");
    assertThat(NativeDirectory.jarName("jar:nested:/a/boot.jar/!BOOT-INF/lib/p.jar!/" + LIBRARY))
        .isEqualTo("p.jar");
    assertThat(NativeDirectory.jarName("jar:file:/a/boot.jar!/BOOT-INF/lib/p.jar!/" + LIBRARY))
        .isEqualTo("p.jar");
  }

  @Test
  void mergedJarsOfOneNameAreToldApartByTheLibrariesInThem() throws IOException {
    String one = contents(jar("one", "library", "class"));
    assertThat(contents(jar("same", "library", "another class"))).isEqualTo(one);
    assertThat(contents(jar("other", "library of another version", "class"))).isNotEqualTo(one);
  }

  @Test
  void librariesThatAreReadyDoNotMakeOthersSo() throws Exception {
    new NativeDirectory(directory, "versioned").load(List::of);
    var merged = new NativeDirectory(directory, "app.jar-1");
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
    var natives = new NativeDirectory(directory, "p.jar-1");
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
    var natives = new NativeDirectory(directory, "p.jar-1");
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
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aMarkThatNamesNoFilesStandsForTheLibrariesOfItsJar() throws IOException {
    var natives = new NativeDirectory(directory, "p.jar-12345678");
    Files.writeString(directory.resolve(".p.jar-12345678.ready"), "complete\n");
    assertThat(natives.isReady()).as("with its jar's directory gone").isFalse();
    Path library = ofPyTorch("p.jar");
    Files.createDirectories(library.getParent());
    assertThat(natives.isReady()).as("with an empty directory").isFalse();
    unpacked(library);
    assertThat(natives.isReady()).isTrue();
  }

  @Test
  void aMarkThatNamesNoFilesDoesNotCountWithoutThoseOfTheNote() throws IOException {
    var natives = new NativeDirectory(directory, "p.jar-12345678");
    unpacked(ofPyTorch("p.jar"));
    Path other = directory.resolve("openblas.jar/libopenblas.so");
    Files.writeString(directory.resolve(".p.jar-12345678.ready"), "complete\n");
    new Libraries(List.of(other), Set.of("openblas")).write(natives.note());
    assertThat(natives.isReady()).isFalse();
    unpacked(other);
    assertThat(natives.isReady()).isTrue();
  }

  @Test
  void aCompleteCacheIsUsedThoughItsLockCannotBeOpened() throws IOException {
    var natives = new NativeDirectory(directory, "p.jar-12345678");
    Files.createDirectory(directory.resolve(".p.jar-12345678.lock"));
    Files.writeString(directory.resolve(".p.jar-12345678.ready"), "complete\n");
    Path library = ofPyTorch("p.jar");
    unpacked(library);
    List<Path> loaded = new ArrayList<>();
    natives.load(
        () -> {
          loaded.add(library);
          return loaded;
        });
    assertThat(loaded).containsExactly(library);
  }

  private Path ofPyTorch(String jar) {
    String platform = Loader.getPlatform();
    return directory.resolve(jar, "org/bytedeco/pytorch", platform, "libjnitorch.so");
  }

  private static List<Path> unpacked(Path library) {
    try {
      Files.createDirectories(library.getParent());
      return List.of(Files.writeString(library, "library"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static boolean isReady(NativeDirectory natives) {
    try {
      return natives.isReady();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void load(NativeDirectory natives, CountDownLatch isIn, CountDownLatch mayLeave) {
    try {
      natives.load(
          () -> {
            isIn.countDown();
            await(mayLeave);
            return List.of();
          });
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String contents(Path jar) throws IOException {
    URL library = URI.create("jar:" + jar.toUri() + "!/" + LIBRARY).toURL();
    return NativeDirectory.contents(List.of(library));
  }

  private Path jar(String place, String library, String code) throws IOException {
    Path jar = Files.createDirectories(directory.resolve(place)).resolve("app.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar))) {
      put(out, LIBRARY, library);
      put(out, "app/Train.class", code);
    }
    return jar;
  }

  private static void put(JarOutputStream out, String name, String content) throws IOException {
    var entry = new ZipEntry(name);
    entry.setTime(0);
    out.putNextEntry(entry);
    out.write(content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
