package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.python.internal.Interpreter;
import dev.manta.python.internal.PythonLibrary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  @Test
  void aLibraryOfWhichAFileWasDeletedIsUnpackedAgain() throws IOException {
    Path deleted = PythonLibrary.directory().resolve("manta_keras.py");
    Files.delete(deleted);
    assertThat(PythonLibrary.directory()).isEqualTo(deleted.getParent());
    assertThat(deleted).hasSameTextualContentAs(SOURCES.resolve("manta_keras.py"));
  }

  @Test
  void aFileBesideTheUserIsNotTakenForManta(@TempDir Path here) throws Exception {
    Files.writeString(here.resolve("manta.py"), "raise SystemExit('the wrong one')\n");
    List<String> command = new Interpreter(Scripts.anyPython().toString()).worker();
    ProcessBuilder builder = new ProcessBuilder(command).directory(here.toFile());
    builder.environment().put(PythonLibrary.VARIABLE, PythonLibrary.directory().toString());
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    assertThat(said).contains("_worker_main").doesNotContain("the wrong one");
  }

  @Test
  void whatRanksImportIsCompiledOnceThoughTheEnvironmentSaysToWriteNoBytecode(@TempDir Path copy)
      throws IOException {
    Path script = Files.writeString(copy.resolve("script.py"), "import manta\n");
    Files.copy(SOURCES.resolve("manta.py"), copy.resolve("manta.py"));
    new Interpreter(Scripts.anyPython().toString())
        .require(
            script, "", Map.of("MANTA_LIBRARY", copy.toString(), "PYTHONDONTWRITEBYTECODE", "1"));
    try (var compiled = Files.list(copy.resolve("__pycache__"))) {
      assertThat(compiled).anyMatch(file -> file.getFileName().toString().startsWith("manta."));
    }
  }
}
