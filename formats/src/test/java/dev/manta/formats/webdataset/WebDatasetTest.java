package dev.manta.formats.webdataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WebDatasetTest {
  @TempDir Path directory;

  /// An archive that the system's tar makes.
  private Path archive() throws Exception {
    Path files = Files.createDirectories(directory.resolve("files/a"));
    for (int i = 0; i < 3; i++) {
      Files.writeString(files.resolve("s" + i + ".cls"), "" + i);
      Files.writeString(files.resolve("s" + i + ".img.png"), "x".repeat(600 * i));
    }
    Path tar = directory.resolve("shard-000.tar");
    Process process =
        new ProcessBuilder("tar", "--sort=name", "-cf", tar.toString(), "a")
            .directory(directory.resolve("files").toFile())
            .start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    return tar;
  }

  @Test
  void filesWithOneNameAreASample() throws Exception {
    List<Row> rows = Dataset.read("webdataset", archive().toString()).takeAll();
    assertThat(rows.stream().map(row -> row.text("__key__")))
        .containsExactly("a/s0", "a/s1", "a/s2");
    assertThat(new String(rows.get(2).bytes("cls"), StandardCharsets.UTF_8)).isEqualTo("2");
    assertThat(rows.get(2).bytes("img.png")).hasSize(1200);
  }

  @Test
  void anArchiveThatIsCutOffIsNamed() throws Exception {
    byte[] whole = Files.readAllBytes(archive());
    Path cut = Files.write(directory.resolve("cut.tar"), Arrays.copyOf(whole, 3700));
    assertThatThrownBy(() -> Dataset.read("webdataset", cut.toString()).takeAll())
        .hasMessageContaining("cut.tar: the archive ends within");
  }
}
