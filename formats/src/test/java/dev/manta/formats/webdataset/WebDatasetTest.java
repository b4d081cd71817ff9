package dev.manta.formats.webdataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.BadRecords;
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

@Timeout(300)
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

  @Test
  void anArchiveThatIsCutOffAnywhereIsNamed() throws Exception {
    byte[] whole = Files.readAllBytes(archive());
    int mark = whole.length;
    while (whole[mark - 1] == 0) {
      mark--;
    }
    mark = Math.ceilDiv(mark, 512) * 512;
    for (int end = 256; end <= mark; end += 256) {
      Path cut = Files.write(directory.resolve("cut.tar"), Arrays.copyOf(whole, end));
      assertThatThrownBy(() -> Dataset.read("webdataset", cut.toString()).takeAll())
          .as("cut at byte " + end)
          .hasMessageContaining("cut.tar: the archive ");
    }
    Path marked = Files.write(directory.resolve("marked.tar"), Arrays.copyOf(whole, mark + 512));
    assertThat(Dataset.read("webdataset", marked.toString()).count()).isEqualTo(3);
  }

  /// The shell takes bytes of names that Java may not be able to write here.
  private static void run(Path where, String command) throws Exception {
    Process process = new ProcessBuilder("sh", "-c", command).directory(where.toFile()).start();
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  private Path tar(String form) throws Exception {
    Path tar = directory.resolve(form + ".tar");
    run(directory.resolve("files"), "tar --sort=name --format=%s -cf %s a".formatted(form, tar));
    return tar;
  }

  @Test
  void longAndForeignNamesAreReadInEveryForm() throws Exception {
    Path files = Files.createDirectories(directory.resolve("files/a/" + "d".repeat(120)));
    String name = "sch\u00f6n-" + "n".repeat(110);
    run(files, "printf x > \"$(printf 'sch\\303\\266n-%s').txt\"".formatted("n".repeat(110)));
    for (String form : List.of("pax", "gnu")) {
      assertThat(Dataset.read("webdataset", tar(form).toString()).takeAll())
          .singleElement()
          .satisfies(row -> assertThat(row.text("__key__")).endsWith("d/" + name));
    }
  }

  @Test
  void linksAreRefusedByName() throws Exception {
    Path files = Files.createDirectories(directory.resolve("files/a"));
    Files.writeString(files.resolve("1.txt"), "x");
    run(files, "ln 1.txt 2.txt");
    assertThatThrownBy(() -> Dataset.read("webdataset", tar("gnu").toString()).takeAll())
        .hasMessageContaining("gnu.tar: \"a/2.txt\" is a hard link: write the archive with");
    run(files, "rm 2.txt; ln -s 1.txt 3.txt");
    assertThatThrownBy(() -> Dataset.read("webdataset", tar("pax").toString()).takeAll())
        .hasMessageContaining("pax.tar: \"a/3.txt\" is a symbolic link");
  }

  @Test
  void aFileThatASampleDoesNotHaveIsNull() throws Exception {
    Path files = Files.createDirectories(directory.resolve("files/a"));
    Files.writeString(files.resolve("1.txt"), "x");
    Files.writeString(files.resolve("2.cls"), "7");
    Files.writeString(files.resolve("2.txt"), "y");
    List<Row> rows = Dataset.read("webdataset", tar("gnu").toString()).takeAll();
    assertThat(rows.get(0).isNull("cls")).isTrue();
    assertThat(rows.get(1).bytes("cls")).containsExactly('7');
  }

  @Test
  void aLargeArchiveIsReadInRangesOfSamples() throws Exception {
    Path files = Files.createDirectories(directory.resolve("files/a"));
    for (int i = 10; i < 99; i++) {
      Files.write(files.resolve(i + ".a"), new byte[i % 7 * 100_000]);
      Files.write(files.resolve(i + ".b"), new byte[200_000]);
    }
    String tar = tar("pax").toString();
    assertThat(new WebDatasetSource(List.of(tar)).open().splits()).hasSizeGreaterThan(2);
    Dataset rows = Dataset.read("webdataset", tar);
    List<Row> all = rows.takeAll();
    assertThat(all).hasSize(89).allMatch(row -> !row.isNull("a") && !row.isNull("b"));
    assertThat(all.get(50).text("__key__")).isEqualTo("a/60");
    assertThat(rows.shuffle(1).takeAll()).hasSize(89);
  }

  @Test
  void aSampleWithTwoFilesOfOneNameIsABadRecord() throws Exception {
    String tar = archive().toString();
    run(
        directory.resolve("files"),
        "tar -rf %1$s a/s1.cls && tar -rf %1$s a/s1.cls".formatted(tar));
    assertThatThrownBy(() -> Dataset.read("webdataset", tar).takeAll())
        .hasMessageContaining("shard-000.tar sample a/s1: the sample has two files \"a/s1.cls\"");
    Dataset rest = Dataset.read("webdataset", tar).badRecords(BadRecords.skip());
    assertThat(rest.takeAll()).hasSize(3);
  }

  @Test
  void aSampleThatIsLargerThanARangeIsRead() throws Exception {
    Path file = directory.resolve("a.bin");
    Files.write(file, new byte[(int) WebDatasetSource.RANGE + 1000]);
    run(directory, "tar -cf large.tar a.bin");
    Dataset large = Dataset.read("webdataset", directory + "/large.tar");

    assertThat(large.map(row -> Row.of("size", row.bytes("bin").length)).takeAll())
        .containsExactly(Row.of("size", (int) WebDatasetSource.RANGE + 1000));
  }
}
