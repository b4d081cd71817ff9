package dev.manta.internal.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScratchTest {
  @TempDir Path directory;

  private Path ofRun(String run) throws IOException {
    return directory.resolve(Scratch.nameOf(Files.createDirectories(directory.resolve(run))));
  }

  private static void age(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
  }

  @Test
  void aRelativePathIsRefusedByName() {
    assertThatThrownBy(() -> Scratch.configured("nvme"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("MANTA_SCRATCH is \"nvme\"");
    assertThat(Scratch.configured(null)).isEmpty();
    assertThat(Scratch.configured(" ")).isEmpty();
    assertThat(Scratch.configured("/nvme")).contains(Path.of("/nvme"));
  }

  @Test
  void runsOfOneNameInDifferentPlacesHaveDifferentDirectories() throws IOException {
    Path one = Files.createDirectories(directory.resolve("a/digits"));
    Path other = Files.createDirectories(directory.resolve("b/digits"));
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("a"));
    assertThat(Scratch.nameOf(one)).isNotEqualTo(Scratch.nameOf(other)).contains("-digits-");
    assertThat(Scratch.nameOf(link.resolve("digits"))).isEqualTo(Scratch.nameOf(one));
    String before = Scratch.nameOf(link.resolve("new"));
    Files.createDirectory(link.resolve("new"));
    assertThat(Scratch.nameOf(link.resolve("new"))).isEqualTo(before);
  }

  @Test
  void onlyThisUserEntersAndTheLastWorkerTakesItAway() throws IOException {
    Path run = ofRun("digits");
    Scratch.make(run.resolve("w0"));
    Scratch.make(run.resolve("w1"));
    Files.createFile(run.resolve("w0/spill"));
    assertThat(OwnFiles.isPrivate(run)).isTrue();
    Scratch.leave(run.resolve("w0"));
    assertThat(run).isDirectoryContaining(file -> file.endsWith("w1"));
    Scratch.leave(run.resolve("w1"));
    assertThat(run).doesNotExist();
  }

  @Test
  void aDirectoryThatOthersCanWriteIsRefusedWithTheNextStep() throws IOException {
    Path run = Files.createDirectory(ofRun("digits"));
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> Scratch.make(run.resolve("w0")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("set MANTA_SCRATCH");
  }

  @Test
  void whatIsInUseIsMadeToLookNew() throws IOException {
    Path run = ofRun("digits");
    Scratch.make(run.resolve("w0"));
    age(run.resolve("w0"));
    age(run);
    Scratch.touch(run);
    Scratch.sweep(directory);
    assertThat(run.resolve("w0")).exists();
  }

  @Test
  void whatWasLeftADayAgoIsSweptAndNothingElse() throws Exception {
    Path old = ofRun("old");
    Path fresh = ofRun("fresh");
    Path held = ofRun("held");
    Path used = ofRun("used");
    Scratch.make(old.resolve("w0"));
    Scratch.make(fresh.resolve("w0"));
    Scratch.make(used.resolve("w0"));
    Scratch.hold(held);
    for (Path each : new Path[] {old, held, used}) {
      try (var inside = Files.list(each)) {
        for (Path file : inside.toList()) {
          age(file);
        }
      }
      age(each);
    }
    Process process =
        new ProcessBuilder("/bin/sh", "-c", "read line", "-Djava.io.tmpdir=" + used.resolve("w0"))
            .start();
    try {
      Scratch.sweep(directory);
      assertThat(old).doesNotExist();
      assertThat(fresh).exists();
      assertThat(held).exists();
      assertThat(used).exists();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
