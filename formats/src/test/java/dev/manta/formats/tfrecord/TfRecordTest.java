package dev.manta.formats.tfrecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TfRecordTest {
  /// `{"a": int64 [7], "b": bytes ["hi"]}` as TensorFlow serialises it.
  private static final String EXAMPLE = "0a190a0a0a016112051a030a01070a0b0a016212060a040a026869";

  @TempDir Path directory;

  private static Dataset rows() {
    return Dataset.generate(
        100,
        i ->
            Row.of(
                "id",
                i,
                "x",
                i / 2f,
                "list",
                new float[] {i, 1},
                "name",
                ("n" + i).getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    rows().write(new TfRecordSink(), directory + "/out");
    List<Row> read = Dataset.read("tfrecord", directory + "/out").takeAll();
    assertThat(read).hasSize(100);
    assertThat(read.get(7).whole("id")).isEqualTo(7);
    assertThat(read.get(7).real("x")).isEqualTo(3.5);
    assertThat(read.get(7).value("list")).isEqualTo(new float[] {7, 1});
    assertThat(new String(read.get(7).bytes("name"), StandardCharsets.UTF_8)).isEqualTo("n7");
  }

  @Test
  void aMessageOfTensorFlowIsUnderstood() {
    byte[] bytes = HexFormat.of().parseHex(EXAMPLE);
    Row row = Example.read(bytes, 0, bytes.length);
    assertThat(row.whole("a")).isEqualTo(7);
    assertThat(new String(row.bytes("b"), StandardCharsets.UTF_8)).isEqualTo("hi");
  }

  @Test
  void damageIsNamedWithItsPlace() throws Exception {
    rows().write(new TfRecordSink(), directory + "/out");
    Path file = directory.resolve("out/part-00000.tfrecord");
    byte[] bytes = Files.readAllBytes(file);
    bytes[20] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> Dataset.read("tfrecord", file.toString()).takeAll())
        .hasMessageContaining("record at byte 0")
        .hasMessageContaining("checksum");
    bytes[2] ^= 1;
    Files.write(file, bytes);
    assertThatThrownBy(() -> Dataset.read("tfrecord", file.toString()).takeAll())
        .hasMessageContaining("checksum of a record's length");
  }
}
