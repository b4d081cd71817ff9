package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.python.internal.PythonLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PythonLibraryTest {
  private static final Path SOURCES = Path.of("src/main/python");

  @Test
  void theListOfFilesNamesAllOfThem() throws IOException {
    try (var files = Files.walk(SOURCES)) {
      List<String> all =
          files
              .filter(file -> Files.isRegularFile(file) && !file.toString().contains("__pycache__"))
              .map(file -> SOURCES.relativize(file).toString())
              .filter(file -> !file.equals("FILES"))
              .sorted()
              .toList();
      assertThat(Files.readAllLines(SOURCES.resolve("FILES"))).isEqualTo(all);
    }
  }

  @Test
  void theUnpackedFilesAreThoseOfTheModuleAndAreUnpackedOnce() throws IOException {
    Path directory = PythonLibrary.directory();
    assertThat(directory.resolve("manta.py")).hasSameTextualContentAs(SOURCES.resolve("manta.py"));
    assertThat(PythonLibrary.directory()).isEqualTo(directory);
  }
}
