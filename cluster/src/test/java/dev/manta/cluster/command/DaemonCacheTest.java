package dev.manta.cluster.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// With a script in the place of the JVM, which writes what it is asked to record.
class DaemonCacheTest {
  private static final String JVM =
      """
      #!/bin/sh
      for word; do case $word in -XX:AOTCacheOutput=*) echo "$word" > "${word#*=}" ;; esac; done
      """;

  @TempDir Path directory;
  private Path jar;
  private DaemonCache cache;

  @BeforeEach
  void aJar() throws IOException {
    jar = Files.writeString(directory.resolve("daemon.jar"), "one");
    Path java = Files.createFile(directory.resolve("java"), OwnFiles.only("rwx------"));
    Files.writeString(java, JVM);
    cache = cache(java.toString(), jar.toString());
  }

  private DaemonCache cache(String java, String classPath) {
    return new DaemonCache(directory.resolve("caches"), java, classPath, List.of("-Xms1m"));
  }

  private void awaitMade() throws InterruptedException {
    Optional<Process> making = cache.makeIfMissing();
    assertThat(making.orElseThrow().waitFor(30, TimeUnit.SECONDS)).isTrue();
  }

  private Path lock(Duration age) throws IOException {
    Path name = cache.name().orElseThrow();
    Path lock = Files.createDirectories(name.resolveSibling(name.getFileName() + ".lock"));
    return Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(age)));
  }

  @Test
  void itIsMadeOnce() throws Exception {
    assertThat(cache.file()).isEmpty();
    awaitMade();
    assertThat(cache.file()).isPresent();
    assertThat(cache.makeIfMissing()).isEmpty();
  }

  @Test
  void itIsMadeAlthoughAMakerWasKilledBefore() throws Exception {
    Path lock = lock(Duration.ofHours(1));
    awaitMade();
    assertThat(cache.file()).isPresent();
    assertThat(lock).doesNotExist();
  }

  @Test
  void itIsLeftToAMakerThatHasJustBegun() throws Exception {
    Path lock = lock(Duration.ZERO);
    awaitMade();
    assertThat(cache.file()).isEmpty();
    assertThat(lock).exists();
  }

  @Test
  void aRebuiltJarHasAnother() throws Exception {
    awaitMade();
    Files.writeString(jar, "three");
    assertThat(cache.file()).isEmpty();
  }

  @Test
  void classesInADirectoryHaveNone() {
    assertThat(cache("java", directory.toString()).makeIfMissing()).isEmpty();
  }

  @Test
  void thoseOfEarlierBuildsAreDeleted() throws Exception {
    Path caches = Files.createDirectories(directory.resolve("caches"));
    for (int age = 0; age < 5; age++) {
      Path made = Files.writeString(caches.resolve("daemon-" + age + ".aot"), "cache");
      var used = FileTime.from(Instant.now().minus(Duration.ofHours(age)));
      Files.setAttribute(made, "lastAccessTime", used);
    }
    awaitMade();
    assertThat(caches.resolve("daemon-0.aot")).exists();
    assertThat(caches.resolve("daemon-4.aot")).doesNotExist();
  }
}
