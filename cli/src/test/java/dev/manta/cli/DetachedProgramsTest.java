package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DetachedProgramsTest {
  @TempDir Path root;

  /// Directories of programs, the first the oldest.
  private List<Path> programs(int count) throws IOException {
    List<Path> made = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Path directory = Files.createDirectory(root.resolve("program-" + i));
      Files.writeString(directory.resolve("log"), "done");
      Files.writeString(directory.resolve("run-1"), "/runs/" + i);
      Files.setLastModifiedTime(directory, FileTime.fromMillis(1_000L * i));
      made.add(directory);
    }
    return made;
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(root)) {
      return files.toList();
    }
  }

  @Test
  void aPlaceThatCannotBeWrittenIsSaidWithWhatToDo() throws Exception {
    Path place = Files.createFile(root.resolve("in-the-way")).resolve("detached");

    assertThatThrownBy(() -> new DetachedPrograms(place).begin())
        .hasMessageStartingWith("cannot keep what detached programs print in " + place + ": ")
        .hasMessageEndingWith("; make it a directory that you can write");
  }

  @Test
  void theNewestTwentyStay() throws IOException {
    List<Path> before = programs(25);
    Path own = new DetachedPrograms(root).begin();

    List<Path> wanted = new ArrayList<>(before.subList(6, 25));
    wanted.add(own);
    assertThat(left()).containsExactlyInAnyOrderElementsOf(wanted);
  }

  @Test
  void fewAreLeftAlone() throws IOException {
    programs(19);
    new DetachedPrograms(root).begin();

    assertThat(left()).hasSize(20);
  }

  @Test
  void anOldOneStaysWhileItsProgramRuns() throws Exception {
    List<Path> before = programs(25);
    Process program =
        new ProcessBuilder("/bin/sh", "-c", "read line", "sh", before.get(2).toString()).start();
    try {
      new DetachedPrograms(root).begin();

      assertThat(left()).hasSize(21).contains(before.get(2)).doesNotContain(before.getFirst());
    } finally {
      program.destroyForcibly().waitFor();
    }
  }
}
