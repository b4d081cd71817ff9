package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A cache is only ever used for the code, flags and JVM that it was made with.
class AotCacheTest {
  @TempDir Path directory;
  private Path jar;
  private AotCache cache;

  @BeforeEach
  void prepare() throws IOException {
    jar = Files.writeString(directory.resolve("manta.jar"), "one");
    cache = new AotCache(directory.resolve("cache"), List.of(jar));
  }

  @Test
  void thereIsNoneBeforeItIsMade() {
    assertThat(cache.file(List.of())).isEmpty();
  }

  @Test
  void itIsFoundOnceItIsThere() throws IOException {
    Path made = made(List.of());
    assertThat(cache.file(List.of())).contains(made);
  }

  @Test
  void aRebuiltJarHasAnother() throws IOException {
    made(List.of());
    Files.writeString(jar, "two");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1));
    assertThat(cache.file(List.of())).isEmpty();
  }

  @Test
  void theSameJarInAnotherPlaceHasAnother() throws IOException {
    made(List.of());
    Path copy = Files.copy(jar, directory.resolve("copy.jar"), StandardCopyOption.COPY_ATTRIBUTES);
    assertThat(new AotCache(directory.resolve("cache"), List.of(copy)).file(List.of())).isEmpty();
  }

  @Test
  void theSameJarBuiltAgainHasAnother() throws IOException {
    made(List.of());
    Files.setLastModifiedTime(jar, FileTime.fromMillis(1));
    assertThat(cache.file(List.of())).isEmpty();
  }

  @Test
  void anotherFrameworkHasAnother() throws IOException {
    made(List.of());
    Path framework = Files.writeString(directory.resolve("torch.jar"), "torch");
    var both = new AotCache(directory.resolve("cache"), List.of(jar, framework));
    assertThat(both.file(List.of())).isEmpty();
  }

  @Test
  void otherOptionsHaveAnother() throws IOException {
    made(List.of());
    assertThat(cache.file(List.of("-XX:+UseZGC"))).isEmpty();
  }

  @Test
  void classesInADirectoryHaveNone() throws IOException {
    var classes = new AotCache(directory.resolve("cache"), List.of(directory));
    assertThat(classes.name(List.of())).isEmpty();
  }

  @Test
  void aDebuggerRulesItOut() {
    assertThat(cache.name(List.of("-agentlib:jdwp=server=y"))).isEmpty();
  }

  @Test
  void thoseThatNobodyUsedForAMonthAreDeleted() throws IOException {
    Path old = made(List.of("-XX:+UseZGC"));
    Path used = made(List.of("-XX:+UseG1GC"));
    Instant longAgo = Instant.now().minus(Duration.ofDays(40));
    Files.setAttribute(old, "lastAccessTime", FileTime.from(longAgo));
    cache.deleteUnused();
    assertThat(old).doesNotExist();
    assertThat(used).exists();
  }

  @Test
  void onlyTheFewThatWereUsedLastAreKept() throws IOException {
    Instant now = Instant.now();
    for (int age = 0; age < 15; age++) {
      Path made = made(List.of("-XX:MaxRAMPercentage=" + age));
      Files.setAttribute(made, "lastAccessTime", FileTime.from(now.minus(Duration.ofHours(age))));
    }
    cache.deleteUnused();

    assertThat(cache.file(List.of("-XX:MaxRAMPercentage=8"))).isPresent();
    assertThat(cache.file(List.of("-XX:MaxRAMPercentage=9"))).isEmpty();
    assertThat(cache.file(List.of("-XX:MaxRAMPercentage=14"))).isEmpty();
  }

  @Test
  void notesOfJarsThatNobodyReadForAMonthAreDeleted() throws IOException {
    made(List.of());
    Path note = Files.writeString(directory.resolve("cache/jar-1234"), "old");
    Files.setAttribute(
        note, "lastAccessTime", FileTime.from(Instant.now().minus(Duration.ofDays(40))));
    cache.deleteUnused();

    assertThat(note).doesNotExist();
  }

  private Path made(List<String> options) throws IOException {
    Path file = cache.name(options).orElseThrow();
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "cache");
  }

  @Test
  void isTheSameWhateverPropertiesAre() {
    assertThat(cache.name(List.of("-XX:+UseZGC", "-Dseed=1")))
        .isEqualTo(cache.name(List.of("-XX:+UseZGC", "-Dseed=2")))
        .isNotEqualTo(cache.name(List.of("-XX:+UseG1GC", "-Dseed=1")));
  }

  @Test
  void isTheSameWhateverTheSizesAndTheCompilerAre() {
    List<String> sizes = List.of("-Xmx512m", "-Xms29m", "-Xss2m", "-XX:TieredStopAtLevel=1");
    assertThat(cache.name(sizes)).isEqualTo(cache.name(List.of("-Xmx29g")));
  }

  @Test
  void heapsWhoseObjectsAreLaidOutInAnotherWayHaveAnother() {
    for (String other : List.of("-Xmx40g", "-Xmx32768m", "-XX:MaxRAMPercentage=75", "-Dits=own")) {
      assertThat(cache.name(List.of(other))).isNotEqualTo(cache.name(List.of("-Xmx1g")));
    }
  }

  @Test
  void isNotMadeForThoseWhoSwitchItOff() {
    assertThat(cache.name(List.of("-XX:AOTMode=off"))).isEmpty();
    assertThat(cache.name(List.of("-Xshare:off"))).isEmpty();
  }
}
