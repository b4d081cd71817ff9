package dev.manta.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a terminal shows when something goes wrong, as golden files; `-Dmanta.golden=write` writes
/// them again.
final class ErrorsTest {
  private static final Path GOLDEN =
      Path.of(System.getProperty("manta.home", ".."), "it/src/test/resources/dev/manta/it/cli");

  @TempDir Path directory;

  private void shows(String golden, int status, String loop, String... more) throws Exception {
    List<String> args = new ArrayList<>(List.of("run", "--loop", loop));
    args.addAll(List.of("--storage", directory.toString(), "--name", "mine"));
    args.addAll(List.of("--config", "lr=1", "--config", "epochs=1"));
    args.addAll(List.of(more));
    try (Manta run = Manta.start(directory.resolve("caches"), args.toArray(String[]::new))) {
      assertThat(run.exitCode()).as(run.output()).isEqualTo(status);
      compare(golden, plain(run.output()));
    }
  }

  /// Without what differs from machine to machine, and from run to run: what workers print may come
  /// before or after what is said of them.
  private String plain(String output) {
    return output
        .replace(directory.toString(), "STORAGE")
        .replaceAll("(w\\d+) on [^)\\s]+", "$1 on HOST")
        .replaceAll("(after|in) [0-9.]+ m?s", "$1 TIME")
        .replaceAll("Loops\\.java:\\d+", "Loops.java:LINE")
        .lines()
        .filter(line -> !line.startsWith("mine: "))
        .sorted(Comparator.comparing(line -> !line.startsWith("[rank ")))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static void compare(String name, String shown) throws IOException {
    Path file = GOLDEN.resolve(name + ".txt");
    if (System.getProperty("manta.golden", "").equals("write")) {
      Files.createDirectories(GOLDEN);
      Files.writeString(file, shown);
    }
    assertThat(shown).isEqualTo(Files.readString(file));
  }

  @Test
  void aFunctionThatThrowsIsShownWithItsStackOnce() throws Exception {
    shows("throws", 1, "dev.manta.it.cli.Loops::fail", "--workers", "2", "--retries", "0");
  }

  @Test
  void aWorkerThatDiesBeforeAnyCheckpointIsShownWithItsLastLines() throws Exception {
    shows("dies", 0, "dev.manta.it.cli.Loops::diesOnce");
  }
}
