package dev.manta.formats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.formats.arrow.ArrowSink;
import dev.manta.formats.parquet.ParquetSink;
import dev.manta.formats.tfrecord.TfRecordSink;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What the page about sources shows does what it says.
@Timeout(300)
class SourcesGuideTest {
  @TempDir Path directory;

  private static Dataset petals() {
    return Dataset.generate(10, i -> Row.of("id", i, "length", i / 4.0));
  }

  private String file(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void parquetIsReadInPart() throws Exception {
    for (int year : List.of(2023, 2024)) {
      petals().write(ParquetSink.snappy(), directory.resolve("p/year=" + year).toString());
    }
    Dataset read = SourcesGuide.parquet(directory.resolve("p").toString());
    assertThat(read.takeAll()).hasSize(5).first().hasToString("{id=5, length=1.25}");
  }

  @Test
  void linesAreRead() throws Exception {
    String csv = file("a.csv", "id;length\n1;2.5\n2;long\n3;0.5\n");
    assertThat(SourcesGuide.csv(csv).takeAll())
        .hasToString("[{id=1, length=2.5}, {id=3, length=0.5}]");
    String json = file("a.jsonl", "{\"id\":1,\"length\":2.5}\n{\"id\":2}\n");
    assertThat(SourcesGuide.jsonLines(json).takeAll()).hasToString("[{id=1, length=2.5}]");
    assertThat(SourcesGuide.words(file("a.txt", "a b\nc\n")).count()).isEqualTo(3);
  }

  @Test
  void filesAreRead() throws Exception {
    Path cats = Files.createDirectories(directory.resolve("animals/cat"));
    var image = new BufferedImage(4, 4, BufferedImage.TYPE_INT_RGB);
    ImageIO.write(image, "png", cats.resolve("a.png").toFile());
    String animals = directory.resolve("animals").toString();
    assertThat(SourcesGuide.images(animals).takeAll().getFirst().text("label")).isEqualTo("cat");
    assertThat(SourcesGuide.sizes(animals).takeAll().getFirst().whole("size")).isPositive();
  }

  @Test
  void arraysAndRecordsAreRead() throws Exception {
    petals().write(Sink.npy("length"), directory.resolve("npy").toString());
    assertThat(SourcesGuide.arrays(directory.resolve("npy").toString()).take(2))
        .hasToString("[{x=0.0}, {x=0.25}]");
    petals().write(ArrowSink.stream(), directory.resolve("arrow").toString());
    assertThat(SourcesGuide.arrow(directory.resolve("arrow").toString()).count()).isEqualTo(10);
    Dataset floats = Dataset.generate(4, i -> Row.of("x", (float) i));
    floats.write(new TfRecordSink(), directory.resolve("tf").toString());
    assertThat(SourcesGuide.tfrecord(directory.resolve("tf").toString()).takeAll().getLast())
        .hasToString("{x=3.0, half=1.5}");
    Path archive = directory.resolve("a.tar");
    Files.write(archive, tar("s0.cls", "7"));
    assertThat(SourcesGuide.webdataset(archive.toString()).takeAll().getFirst().text("__key__"))
        .isEqualTo("s0");
  }

  /// An archive of one small file.
  private static byte[] tar(String name, String text) {
    byte[] archive = new byte[512 * 4];
    byte[] header =
        String.format(
                Locale.ROOT,
                "%-100s%07o\0%07o\0%07o\0%011o\0%011o\0",
                name,
                420,
                0,
                0,
                text.length(),
                0)
            .replace(' ', '\0')
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    System.arraycopy(header, 0, archive, 0, header.length);
    archive[156] = '0';
    int sum = 8 * ' ';
    for (int i = 0; i < 512; i++) {
      sum += archive[i];
    }
    byte[] checksum =
        String.format(Locale.ROOT, "%06o\0 ", sum)
            .getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    System.arraycopy(checksum, 0, archive, 148, checksum.length);
    archive[512] = (byte) text.charAt(0);
    return archive;
  }

  @Test
  void queriesAreRead() throws Exception {
    String url = "jdbc:sqlite:" + directory.resolve("a.db");
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      statement.executeUpdate("CREATE TABLE points (id INTEGER, x REAL)");
      statement.executeUpdate("INSERT INTO points VALUES (1, 5.0), (60, 7.0), (99, 41.0)");
    }
    assertThat(SourcesGuide.query(url).takeAll()).hasToString("[{id=1, x=5.0}, {id=60, x=7.0}]");
  }

  @Test
  void whatAProgramMakesIsRead() {
    assertThat(SourcesGuide.points().takeAll()).hasToString("[{x=1, y=2.5}, {x=3, y=4.5}]");
    assertThat(SourcesGuide.squares(4).takeAll().getLast()).hasToString("{id=3, square=9}");
    assertThat(SourcesGuide.days().count()).isEqualTo(3653);
    assertThat(SourcesGuide.days().skip(59).take(1)).hasToString("[{day=2020-02-29}]");
  }
}
