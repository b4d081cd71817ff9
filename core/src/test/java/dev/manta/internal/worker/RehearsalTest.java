package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A spare rehearses an attempt, its end by a death, and the attempt after that.
@Timeout(300)
class RehearsalTest {
  @TempDir Path door;

  @Test
  void theRehearsedFunctionReturnsAndNoSharedMemoryIsLeft() throws IOException {
    List<Path> shared = sharedMemory();
    assertThat(
            Rehearsal.within(
                new ProcessHost(door.toString(), new ControllerDial(door.toString(), "w0"), 0)))
        .isTrue();
    assertThat(sharedMemory()).isEqualTo(shared);
  }

  private static List<Path> sharedMemory() throws IOException {
    String own = "-" + ProcessHandle.current().pid() + "-";
    Path place = Path.of("/dev/shm");
    if (!Files.isDirectory(place)) {
      return List.of();
    }
    try (var files = Files.list(place)) {
      return files.filter(file -> file.toString().contains(own)).sorted().toList();
    }
  }
}
