package dev.manta.formats.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.error.MantaException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrow's streams and files, there and back. Those of the resources were written by pyarrow, with
/// `src/test/python/arrow.py`.
@Timeout(300)
class ArrowTest {
  private static final Path CORPUS = Path.of("src/test/resources/arrow");
  private static final Path PARQUET = Path.of("src/test/resources/parquet");

  @TempDir Path directory;

  private static List<Row> read(Path path) {
    return Dataset.read("arrow", path.toString()).takeAll();
  }

  private static List<String> texts(List<Row> rows) {
    List<String> all = new ArrayList<>();
    for (Row row : rows) {
      List<String> values = new ArrayList<>();
      row.toMap().forEach((name, value) -> values.add(name + "=" + text(value)));
      all.add(values.toString());
    }
    return all;
  }

  private static String text(@Nullable Object value) {
    return Arrays.deepToString(new Object[] {value});
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream.arrow", "file.arrow", "lz4.arrow", "zstd.arrow"})
  void whatPyarrowWroteIsRead(String name) {
    List<Row> rows = read(CORPUS.resolve(name));
    assertThat(rows).hasSize(10);
    assertThat(text(rows.get(6).toMap().values().toArray()))
        .isEqualTo(
            "[[6, -6, 3.0, true, ääääää, large 6, a, [6], [6.0, 6.5], [], 1970-01-07, "
                + "1970-01-01T00:00:06Z, 00:00:06, 1.50, 6, 6]]");
    assertThat(rows.get(7).toMap())
        .containsEntry("id", 7L)
        .containsEntry("small", null)
        .containsEntry("name", null)
        .containsEntry("kind", null)
        .containsEntry("list", null)
        .containsEntry("inner.b", "7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"views.arrow", "views-zstd.arrow"})
  void viewsAndDurationsAreRead(String name) {
    List<Row> rows = read(CORPUS.resolve(name));
    assertThat(rows).hasSize(10);
    String words = "a text that is too long for its view 6";
    assertThat(rows.get(6).toMap())
        .containsEntry("took", 9000L)
        .containsEntry("name", words)
        .containsEntry("raw", words.getBytes(StandardCharsets.UTF_8));
    assertThat(text(rows.get(6).value("names"))).isEqualTo("[[" + words + ", short]]");
    assertThat(rows.get(5).text("name")).isEqualTo("äääää");
    assertThat(rows.get(7).toMap()).containsEntry("took", null).containsEntry("name", null);
    assertThat(text(rows.get(7).value("names"))).isEqualTo("[[null, short]]");
  }

  @ParameterizedTest
  @CsvSource({
    "run-end-encoded,odd,run_end_encoded",
    "list-view,odd,list_view",
    "interval,odd,interval",
    "union,odd,union",
    "decimal-256,odd,decimal256",
    "list-of-unions,odd,union",
    "struct-of-intervals,odd.m,interval"
  })
  void typesThatAreNotReadAreRefusedByNameIfTheyAreWanted(String file, String column, String type) {
    Path path = Path.of("src/test/resources/arrow-refused", file + ".arrow");
    assertThatThrownBy(() -> read(path))
        .hasMessageContaining(
            "%s.arrow: column \"%s\" is of Arrow's type %s, which".formatted(file, column, type));
    assertThat(Dataset.read("arrow", path.toString()).select("id").takeAll())
        .hasToString("[{id=7}]");
  }

  @Test
  void whatIsInsideOfStructsListsAndMapsIsRead() {
    Dataset all = Dataset.read("arrow", CORPUS.resolve("nested.arrow").toString());
    assertThat(all.schema())
        .hasToString(
            "nothing i32, nothings list<i32>, image.bytes binary, image.path text, deep.in.a i32, "
                + "deep.in.b text, map.key list<text>, map.value list<i32>, pairs.a list<i32>, "
                + "pairs.b list<text>, kinds list<text>, id i64");
    List<Row> rows = all.takeAll();
    assertThat(rows).hasSize(10);
    assertThat(text(rows.get(6).toMap().values().toArray()))
        .isEqualTo("[[null, [], [6], 6.png, 6, 6, [], [], [0, null], [0, null], [], 6]]");
    assertThat(text(rows.get(5).toMap().values().toArray()))
        .isEqualTo(
            "[[null, [null, null], [5], null, null, null, [k0, k1], [0, 1], [0], [0], [a, b], 5]]");
    assertThat(text(rows.get(7).toMap().values().toArray()))
        .isEqualTo("[[null, [null], null, null, null, null, null, null, null, null, [a], 7]]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "image.path", "deep.in.b", "map.value", "pairs.b", "kinds"})
  void oneOfNestedColumnsIsTheSameAsAmongAll(String name) {
    Dataset all = Dataset.read("arrow", CORPUS.resolve("nested.arrow").toString());
    List<String> expected = all.takeAll().stream().map(row -> text(row.value(name))).toList();
    assertThat(all.select("id", name).takeAll())
        .extracting(row -> text(row.value(name)))
        .isEqualTo(expected);
  }

  @Test
  void nestedColumnsAreTheSameInArrowAndInParquet() throws Exception {
    python(
        """
        import sys, pyarrow as pa, pyarrow.parquet as pq
        pq.write_table(pa.ipc.open_stream(sys.argv[1]).read_all(), sys.argv[2])
        """,
        CORPUS.resolve("nested.arrow").toString(),
        directory.resolve("nested.parquet").toString());
    Dataset parquet = Dataset.parquet(directory.resolve("nested.parquet").toString());
    Dataset arrow = Dataset.read("arrow", CORPUS.resolve("nested.arrow").toString());
    assertThat(arrow.schema()).isEqualTo(parquet.schema());
    assertThat(texts(arrow.takeAll())).isEqualTo(texts(parquet.takeAll()));
  }

  /// What `save_to_disk` of Hugging Face's `datasets` leaves: streams, and what is known of them in
  /// JSON.
  @Test
  void aFolderOfStreamsWithNotesBesideIsRead() throws Exception {
    for (int i = 0; i < 2; i++) {
      String name = "data-0000%s-of-00002.arrow".formatted(i);
      Files.copy(CORPUS.resolve("nested.arrow"), directory.resolve(name));
    }
    Files.writeString(directory.resolve("state.json"), "{\"_split\": \"train\"}");
    Files.writeString(directory.resolve("dataset_info.json"), "{}");
    Dataset saved = Dataset.read("arrow", directory.toString());
    assertThat(saved.count()).isEqualTo(20);
    assertThat(saved.select("image.bytes", "id").takeAll()).hasSize(20);
  }

  @Test
  void columnsCanBeChosen() {
    List<Row> rows =
        Dataset.read("arrow", CORPUS.resolve("file.arrow").toString()).select("name", "id").take(2);
    assertThat(rows.get(1).toMap())
        .containsExactly(java.util.Map.entry("name", "ä"), java.util.Map.entry("id", 1L));
  }

  @ParameterizedTest
  @ValueSource(strings = {"STREAM", "FILE"})
  void whatIsWrittenIsReadAgain(String form) {
    Dataset corpus = corpus();
    Sink sink = new ArrowSink(ArrowSink.Form.valueOf(form));
    corpus.write(sink, directory.resolve("out").toString());
    assertThat(texts(read(directory.resolve("out")))).isEqualTo(texts(corpus.takeAll()));
  }

  private static Dataset corpus() {
    return Dataset.parquet(PARQUET.resolve("none-v1-plain.types.parquet").toString());
  }

  @Test
  void pyarrowReadsWhatIsWritten() throws Exception {
    Dataset.parquet(PARQUET.resolve("none-v1-plain.types.parquet").toString())
        .write(ArrowSink.file(), directory.resolve("file").toString());
    Dataset.parquet(PARQUET.resolve("none-v1-plain.types.parquet").toString())
        .write(ArrowSink.stream(), directory.resolve("stream").toString());
    python(
        """
        import sys, glob, pyarrow as pa, pyarrow.parquet as pq
        expected = pq.read_table(sys.argv[1]).to_pylist()
        for form, read in (("file", pa.ipc.open_file), ("stream", pa.ipc.open_stream)):
            tables = [read(name).read_all() for name in sorted(glob.glob(sys.argv[2] + "/" + form + "/*"))]
            table = pa.concat_tables(tables)
            table.validate(full=True)
            found = table.to_pylist()
            assert len(found) == len(expected), (form, len(found), len(expected))
            for f, e in zip(found, expected):
                for name in e:
                    assert f[name] == e[name] or f[name] != f[name], (form, name, f[name], e[name])
        """,
        PARQUET.resolve("none-v1-plain.types.parquet").toString(),
        directory.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"None", "'lz4'", "'zstd'"})
  void everyTypeOfTheParquetCorpusComesThroughPyarrowsStreams(String compression) throws Exception {
    python(
        """
        import sys, pyarrow as pa, pyarrow.parquet as pq
        options = pa.ipc.IpcWriteOptions(compression=%s)
        for content in ("types", "encodable"):
            name = {"types": "none-v1-plain.types", "encodable": "delta-v1.encodable"}[content]
            table = pq.read_table(sys.argv[1] + "/" + name + ".parquet")
            with pa.ipc.new_stream(sys.argv[2] + "/" + content + ".arrow", table.schema, options=options) as writer:
                writer.write_table(table)
        """
            .formatted(compression),
        PARQUET.toString(),
        directory.toString());
    assertThat(texts(read(directory.resolve("types.arrow")))).isEqualTo(texts(corpus().takeAll()));
    Dataset encodable = Dataset.parquet(PARQUET.resolve("delta-v1.encodable.parquet").toString());
    assertThat(texts(read(directory.resolve("encodable.arrow"))))
        .isEqualTo(texts(encodable.takeAll()));
  }

  private static void python(String script, String... arguments) throws Exception {
    Path python = Path.of(System.getProperty("user.home"), ".cache/manta/peers/bin/python");
    Assumptions.assumeTrue(Files.isExecutable(python), "no peers: ./dev peers installs pyarrow");
    List<String> command = new ArrayList<>(List.of(python.toString(), "-c", script));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(100, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(output).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stream.arrow", "lz4.arrow", "zstd.arrow", "views.arrow", "nested.arrow"})
  void damageIsAnErrorThatNamesTheFile(String name) throws Exception {
    byte[] good = Files.readAllBytes(CORPUS.resolve(name));
    var random = new Random(3);
    Path bad = directory.resolve("bad.arrow");
    for (int i = 0; i < 300; i++) {
      byte[] bytes = Arrays.copyOf(good, i % 2 == 0 ? good.length : random.nextInt(good.length));
      if (bytes.length > 0) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(bad, bytes);
      try (Batches<Batch> batches = Dataset.read("arrow", bad.toString()).batches(64)) {
        batches.forEach(batch -> assertThat(batch.size()).isPositive());
      } catch (MantaException e) {
        assertThat(e).hasMessageContaining("bad.arrow");
      }
    }
    Files.writeString(bad, "this is no arrow");
    assertThatThrownBy(() -> read(bad)).hasMessageContaining("bad.arrow is not an Arrow stream");
  }

  @Test
  void everyBatchHasTheColumnsOfAllFiles() {
    Dataset.of(List.of(Row.of("x", 1))).write(ArrowSink.file(), directory.resolve("a").toString());
    Dataset.of(List.of(Row.of("y", "new", "x", 5_000_000_000L)))
        .write(ArrowSink.file(), directory.resolve("b").toString());
    Dataset all = Dataset.read("arrow", directory.toString());
    assertThat(all.schema()).hasToString("x i64, y text");
    assertThat(all.takeAll()).hasToString("[{x=1, y=null}, {x=5000000000, y=new}]");
  }

  @Test
  void aFileThatIsCutOffAnywhereIsNamed() throws Exception {
    Dataset.range(6).write(ArrowSink.file(), directory + "/whole");
    byte[] whole = Files.readAllBytes(directory.resolve("whole/part-00000.arrow"));
    for (int end = 8; end < whole.length; end++) {
      Path cut = Files.write(directory.resolve("cut.arrow"), Arrays.copyOf(whole, end));
      assertThatThrownBy(() -> Dataset.read("arrow", cut.toString()).count())
          .as("cut at byte " + end)
          .hasMessageContaining(
              "cut.arrow is not an Arrow stream or file, or is damaged: it ends early");
    }
  }
}
