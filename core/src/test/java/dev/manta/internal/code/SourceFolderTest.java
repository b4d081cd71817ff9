package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceFolderTest {
  @TempDir Path directory;

  private void write(String name) throws IOException {
    Path file = directory.resolve("from").resolve(name);
    Files.createDirectories(file.resolveSibling(""));
    Files.writeString(file, "this is " + name);
  }

  private Path copy() throws IOException {
    Path jar = new SourceFolder(directory.resolve("from"), ".py").jar(directory.resolve("jars"));
    return SourceFolder.unpacked(jar, directory.resolve("to"));
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void aCopyHasTheSourcesAndNothingElse() throws IOException {
    write("train.py");
    write("parts/model.py");
    write("data.csv");
    write(".git/hook.py");
    write("parts/__pycache__/model.py");
    write("venv/pyvenv.cfg");
    write("venv/lib/torch.py");
    Path copy = copy();
    assertThat(files(copy)).containsExactly("parts/model.py", "train.py");
    assertThat(copy.resolve("parts/model.py")).hasContent("this is parts/model.py");
  }

  @Test
  void theSameSourcesAreUnpackedOnce() throws IOException {
    write("train.py");
    Path copy = copy();
    Files.delete(copy.resolve("train.py"));
    assertThat(copy()).isEqualTo(copy).isEmptyDirectory();
  }

  @Test
  void changedSourcesAreAnotherFolder() throws IOException {
    write("train.py");
    Path copy = copy();
    write("another.py");
    assertThat(files(copy())).hasSize(2);
    assertThat(files(copy)).hasSize(1);
  }

  @Test
  void aNameThatLeadsOutOfTheFolderIsRefused() throws IOException {
    Path jar = directory.resolve("evil.jar");
    try (var out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new ZipEntry("../../outside.py"));
    }
    assertThatThrownBy(() -> SourceFolder.unpacked(jar, directory.resolve("to")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("../../outside.py does not lie in the folder");
    assertThat(directory.resolve("outside.py")).doesNotExist();
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    var folder = new SourceFolder(directory.resolve("none"), ".py");
    assertThatThrownBy(() -> folder.jar(directory)).hasMessageContaining("none");
  }
}
