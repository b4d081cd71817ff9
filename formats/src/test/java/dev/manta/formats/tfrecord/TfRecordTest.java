package dev.manta.formats.tfrecord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
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
    var features = Example.read(bytes, 0, bytes.length);
    assertThat(features.get("a")).isEqualTo(new long[] {7});
    assertThat(features.get("b"))
        .asInstanceOf(InstanceOfAssertFactories.LIST)
        .containsExactly("hi".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void featuresOfAnyLengthAreListsAndMissingOnesNull() {
    Dataset rows =
        Dataset.of(
            List.of(
                Row.of("x", List.of(1L), "y", "a"),
                Row.of("x", List.of(1L, 2L), "y", null),
                Row.of("x", List.of(), "y", "c")));
    rows.write(new TfRecordSink(), directory + "/out");
    Dataset read = Dataset.read("tfrecord", directory + "/out");
    assertThat(read.schema()).hasToString("x list<i64>, y binary");
    List<Row> all = read.takeAll();
    assertThat(all.stream().map(row -> row.value("x")))
        .containsExactly(new long[] {1}, new long[] {1, 2}, new long[0]);
    assertThat(all.get(1).isNull("y")).isTrue();
  }

  @Test
  void whatComesUpLateNeedsAType() {
    Dataset rows =
        Dataset.generate(500, i -> Row.of("x", i < 400 ? new long[] {i} : new long[] {i, i}));
    rows.write(new TfRecordSink(), directory + "/out");
    assertThatThrownBy(() -> Dataset.read("tfrecord", directory + "/out").takeAll())
        .hasMessageContaining("feature \"x\" has 2 values where the records that were looked at")
        .hasMessageContaining("new TfRecordSource(paths, Map.of(\"x\", \"list<i64>\"))");
    var told = new TfRecordSource(List.of(directory + "/out"), Map.of("x", "list<i64>"));
    assertThat(Dataset.from(told).takeAll()).hasSize(500);
  }

  @Test
  void aListWithANullIsRefusedWithItsColumn() {
    Dataset rows = Dataset.of(List.of(Row.of("x", Arrays.asList(1L, null))));
    assertThatThrownBy(() -> rows.write(new TfRecordSink(), directory + "/out"))
        .hasMessageContaining("column \"x\": a list with a null does not fit into a TFRecord");
  }

  @Test
  void aLargeFileIsReadInRangesOfRecords() {
    int rows = 90;
    Dataset.generate(rows, i -> Row.of("id", i, "bytes", new byte[(int) (i % 7) * 150_000 + 1]))
        .write(new TfRecordSink(), directory + "/out");
    Dataset read = Dataset.read("tfrecord", directory + "/out");
    assertThat(new TfRecordSource(List.of(directory + "/out")).open().splits())
        .hasSizeGreaterThan(2);
    List<Long> ids = read.takeAll().stream().map(row -> row.whole("id")).toList();
    assertThat(ids).isEqualTo(LongStream.range(0, rows).boxed().toList());
    assertThat(read.shuffle(1).takeAll()).hasSize(rows);
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
