package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Condition;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(300)
class ParquetSinkTest {
  private static final int ROWS = 5000;

  @TempDir Path directory;

  static Row row(long i) {
    boolean some = i % 4 != 1;
    return Row.of(
        "id",
        i,
        "small",
        (byte) i,
        "x",
        some ? (Object) (i / 3.0f) : null,
        "y",
        i * 1e100,
        "ok",
        i % 3 == 0,
        "name",
        some ? "n" + i % 100 : null,
        "raw",
        new byte[] {(byte) i, 2},
        "day",
        LocalDate.ofEpochDay(i - 100),
        "at",
        Instant.ofEpochSecond(i, 1000),
        "list",
        i % 5 == 0 ? null : new float[(int) (i % 3)],
        "words",
        List.of("a" + i, "b"));
  }

  private static Dataset rows() {
    return Dataset.generate(ROWS, ParquetSinkTest::row);
  }

  @ParameterizedTest
  @EnumSource(ParquetSink.Codec.class)
  void whatIsWrittenIsReadAgain(ParquetSink.Codec codec) {
    rows().write(new ParquetSink(codec, 1024), directory.resolve("out").toString());
    Dataset read = Dataset.parquet(directory.resolve("out").toString());
    assertThat(read.schema()).isEqualTo(rows().schema());
    assertThat(texts(read)).isEqualTo(texts(rows()));
    assertThat(read.where(Condition.more("id", 4000)).count()).isEqualTo(999);
  }

  private static List<String> texts(Dataset dataset) {
    List<String> all = new ArrayList<>();
    for (Row row : dataset.takeAll()) {
      StringBuilder text = new StringBuilder();
      for (String name : row.names()) {
        Object value = row.value(name);
        Object shown =
            switch (value) {
              case byte[] bytes -> java.util.Arrays.toString(bytes);
              case float[] floats -> java.util.Arrays.toString(floats);
              case null -> "null";
              default -> value;
            };
        text.append(name).append('=').append(shown).append(' ');
      }
      all.add(text.toString());
    }
    return all;
  }

  @Test
  void pyarrowReadsWhatIsWritten() throws Exception {
    Path python = Path.of(System.getProperty("user.home"), ".cache/manta/peers/bin/python");
    Assumptions.assumeTrue(Files.isExecutable(python), "no peers: ./dev peers installs pyarrow");
    rows().write(ParquetSink.zstd(), directory.resolve("out").toString());
    String script =
        """
        import sys, pyarrow.parquet as pq
        t = pq.read_table(sys.argv[1])
        t.validate(full=True)
        rows = t.to_pylist()
        assert len(rows) == 5000, len(rows)
        r = rows[7]
        assert (r["id"], r["small"], r["name"], r["ok"]) == (7, 7, "n7", False), r
        assert r["raw"] == b"\\x07\\x02" and r["list"] == [0.0] and r["words"] == ["a7", "b"], r
        assert rows[5]["list"] is None and rows[5]["x"] is None and str(rows[100]["day"]) == "1970-01-01", rows[5]
        assert r["at"].timestamp() == 7.000001, r["at"]
        """;
    Process process =
        new ProcessBuilder(python.toString(), "-c", script, directory.resolve("out").toString())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
  }

  @Test
  void listsOfListsAreRefusedWithTheirColumn() {
    Dataset rows = Dataset.of(List.of(Row.of("x", List.of(List.of(1L)))));
    assertThatThrownBy(() -> rows.write(ParquetSink.snappy(), directory + "/lists"))
        .hasMessageContaining("column \"x\" holds lists of lists");
  }
}
