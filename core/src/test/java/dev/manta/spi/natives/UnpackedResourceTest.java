package dev.manta.spi.natives;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class UnpackedResourceTest {
  @TempDir Path directory;

  private Path unpacked(Path jar) throws IOException {
    URI library = URI.create("jar:" + jar.toUri() + "!/linux/lib_trees.so");
    return new UnpackedResource(library.toURL(), directory.resolve("cache")).file();
  }

  private Path jar(String name, String content) throws IOException {
    Path jar = directory.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        var out = new JarOutputStream(file)) {
      out.putNextEntry(new ZipEntry("linux/lib_trees.so"));
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  @Test
  void aLibraryIsAFileThatOnlyItsUserCanWrite() throws IOException {
    Path file = unpacked(jar("a.jar", "code"));
    assertThat(file).hasContent("code").hasFileName("lib_trees.so");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void theSameLibraryInAnotherJarIsTheSameFile() throws IOException {
    assertThat(unpacked(jar("b.jar", "code"))).isEqualTo(unpacked(jar("a.jar", "code")));
  }

  @Test
  void anotherLibraryOfTheSameNameIsAnotherFile() throws IOException {
    Path one = unpacked(jar("a.jar", "code"));
    assertThat(unpacked(jar("a.jar", "CODE"))).isNotEqualTo(one).hasContent("CODE");
    assertThat(one).hasContent("code");
  }

  @Test
  void aFileThatWasCutOffIsUnpackedAgain() throws IOException {
    Path jar = jar("a.jar", "code");
    Files.writeString(unpacked(jar), "co");
    assertThat(unpacked(jar)).hasContent("code");
  }

  @Test
  void aLinkInItsPlaceIsReplaced() throws IOException {
    Path jar = jar("a.jar", "code");
    Path other = Files.writeString(directory.resolve("other"), "evil");
    Path file = unpacked(jar);
    Files.delete(file);
    Files.createSymbolicLink(file, other);
    assertThat(unpacked(jar)).hasContent("code");
    assertThat(Files.isSymbolicLink(file)).isFalse();
    assertThat(other).hasContent("evil");
  }

  @Test
  void manyWhoUnpackAtOnceAllGetAWholeFile() throws Exception {
    Path jar = jar("a.jar", "code".repeat(100_000));
    Callable<String> unpacking = () -> Files.readString(unpacked(jar));
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Future<String>> all =
          threads.invokeAll(Stream.generate(() -> unpacking).limit(16).toList());
      for (Future<String> each : all) {
        assertThat(each.get()).hasSize(400_000);
      }
    }
    try (Stream<Path> files = Files.list(unpacked(jar).getParent())) {
      assertThat(files).hasSize(1);
    }
  }
}
