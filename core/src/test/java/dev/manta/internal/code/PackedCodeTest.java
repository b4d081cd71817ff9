package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PackedCodeTest {
  @TempDir Path directory;

  private Path classes(String name, String second) throws IOException {
    Path classes = Files.createDirectories(directory.resolve(name));
    Files.createDirectories(classes.resolve("a/b"));
    Files.writeString(classes.resolve("a/b/one.txt"), "one");
    Files.writeString(classes.resolve("two.txt"), second);
    return classes;
  }

  private PackedCode pack(Path... entries) throws IOException {
    return PackedCode.of(List.of(entries), directory.resolve("cache"));
  }

  @Test
  void directoriesOfTheSameFilesAreTheSameJarWhereverAndWheneverTheyWereMade() throws IOException {
    Path one = classes("one", "2");
    Path other = classes("other", "2");
    Files.setLastModifiedTime(other.resolve("two.txt"), FileTime.fromMillis(5_000));
    String hash = pack(one).code().entries().getFirst().sha256();
    assertThat(pack(other).code().entries().getFirst().sha256()).isEqualTo(hash);
    assertThat(pack(classes("third", "3")).code().entries().getFirst().sha256()).isNotEqualTo(hash);
  }

  @Test
  void aDirectoryThatHasChangedIsAnotherJar() throws IOException {
    Path classes = classes("classes", "2");
    String before = pack(classes).code().entries().getFirst().sha256();
    Files.writeString(classes.resolve("two.txt"), "more");
    assertThat(pack(classes).code().entries().getFirst().sha256()).isNotEqualTo(before);
  }

  @Test
  void theJarOfADirectoryHoldsItsFiles() throws IOException {
    PackedCode packed = pack(classes("classes", "2"));
    Code.Entry entry = packed.code().entries().getFirst();
    Path jar = packed.file(entry.sha256()).orElseThrow();
    assertThat(entry.name()).isEqualTo("classes.jar");
    assertThat(entry.bytes()).isEqualTo(Files.size(jar));
    try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
      URL one = Objects.requireNonNull(loader.getResource("a/b/one.txt"));
      try (var in = one.openStream()) {
        assertThat(in.readAllBytes()).asString().isEqualTo("one");
      }
    }
  }

  @Test
  void jarsKeepTheirNamesOrderAndBytes() throws IOException {
    Path first = Files.writeString(directory.resolve("b.jar"), "first");
    Path second = Files.writeString(directory.resolve("a.jar"), "second");
    PackedCode packed = pack(first, second);
    assertThat(packed.code().entries())
        .extracting(Code.Entry::name)
        .containsExactly("b.jar", "a.jar");
    assertThat(packed.file(packed.code().entries().getLast().sha256())).contains(second);
    assertThat(packed.code().bytes()).isEqualTo(11);
    assertThat(packed.file("0".repeat(64))).isEmpty();
  }

  @Test
  void aJarThatHasNotChangedIsNotReadAgain() throws IOException {
    Path jar = Files.writeString(directory.resolve("a.jar"), "12345");
    FileTime time = Files.getLastModifiedTime(jar);
    Code before = pack(jar).code();
    Files.writeString(jar, "54321");
    Files.setLastModifiedTime(jar, time);
    assertThat(pack(jar).code()).isEqualTo(before);
    Files.setLastModifiedTime(jar, FileTime.fromMillis(time.toMillis() + 5_000));
    assertThat(pack(jar).code()).isNotEqualTo(before);
  }

  @Test
  void aProgramIsMantasOwnCodeAndThenTheUsers() throws IOException {
    PackedCode packed = PackedCode.ofProgram(directory.resolve("cache"));
    assertThat(packed.code().entries()).hasSizeGreaterThan(1);
    String own = String.valueOf(OwnCode.location().getFileName());
    assertThat(packed.code().entries().getFirst().name()).startsWith(own);
  }
}
