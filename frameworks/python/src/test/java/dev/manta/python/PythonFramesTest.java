package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.testkit.python.Python;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Frames of Python's libraries that become datasets.
class PythonFramesTest {
  private static final String IMPORTS =
      """
      import os, sys
      sys.path.insert(0, sys.argv[1])
      import manta, pandas
      frame = pandas.DataFrame({"id": [1, 2, 3], "name": ["a", "b", None]})
      """;

  @TempDir Path directory;

  private String typed(String text, Path into) {
    Python.assumeHas("pandas");
    Python.assumeHas("pyarrow");
    Path library = Path.of("src/main/python").toAbsolutePath();
    return Python.run(IMPORTS + text, library, into).strip();
  }

  private static List<Row> rows(String typed) {
    int colon = typed.indexOf(':');
    return Dataset.read(typed.substring(0, colon), typed.substring(colon + 1)).take(10);
  }

  @Test
  void aFrameOfPandasHasTheSameRows() {
    Path into = directory.resolve("frame");
    String typed = typed("print(manta.data.from_pandas(frame, sys.argv[2]))", into);
    assertThat(typed).isEqualTo("arrow:" + into);
    assertThat(rows(typed))
        .extracting(Row::toMap)
        .extracting(row -> row.get("id"))
        .containsExactly(1L, 2L, 3L);
    assertThat(rows(typed).getLast().isNull("name")).isTrue();
  }

  @Test
  void aFrameOfDaskHasAFileForEachPartition() {
    Python.assumeHas("dask");
    Path into = directory.resolve("frame");
    String typed =
        typed(
            """
            import dask.dataframe
            print(manta.data.from_dask(dask.dataframe.from_pandas(frame, npartitions=2), sys.argv[2]))
            """,
            into);
    assertThat(rows(typed)).hasSize(3);
    assertThat(into.toFile().list()).containsExactlyInAnyOrder(names(2));
  }

  @Test
  void aTableOfArrowHasTheSameRows() {
    Path into = directory.resolve("table");
    String typed =
        typed(
            """
            import pyarrow
            print(manta.data.from_arrow(pyarrow.Table.from_pandas(frame), sys.argv[2]))
            """,
            into);
    assertThat(typed).isEqualTo("arrow:" + into);
    assertThat(rows(typed)).extracting(row -> row.toMap().get("id")).containsExactly(1L, 2L, 3L);
  }

  /// In the place of Spark's own frame, which needs a package that few machines have: the calls
  /// that are made of it, and the files that Spark leaves.
  private static final String SPARK =
      """
      import pyarrow.parquet
      class Writer:
          def mode(self, mode):
              assert mode == "error"
              return self
          def parquet(self, target):
              if os.path.exists(target):
                  raise RuntimeError("PATH_ALREADY_EXISTS")
              os.makedirs(target)
              for i, part in enumerate((frame[:2], frame[2:])):
                  name = f"part-{i:05d}-4d5e-c000.snappy.parquet"
                  pyarrow.parquet.write_table(pyarrow.Table.from_pandas(part, preserve_index=False), os.path.join(target, name))
                  open(os.path.join(target, f".{name}.crc"), "w").write("crc")
              open(os.path.join(target, "_SUCCESS"), "w").close()
      class Frame:
          write = Writer()
      """;

  @Test
  void aFrameOfSparkIsReadFromTheFilesThatItsExecutorsWrite() {
    Path into = directory.resolve("frame");
    String typed =
        typed(
            SPARK
                + """
                os.chdir(os.path.dirname(sys.argv[2]))
                print(manta.data.from_spark(Frame(), "frame"))
                """,
            into);
    assertThat(typed).isEqualTo("parquet:" + into);
    assertThat(rows(typed))
        .extracting(row -> row.toMap().get("id"))
        .containsExactlyInAnyOrder(1L, 2L, 3L);
  }

  @Test
  void whatSparkSaysOfADirectoryThatIsThereIsSaid() {
    String said =
        typed(
            SPARK
                + """
                try:
                    manta.data.from_spark(Frame(), sys.argv[1])
                except RuntimeError as refused:
                    print(refused)
                """,
            directory);
    assertThat(said).isEqualTo("PATH_ALREADY_EXISTS");
  }

  private static String[] names(int parts) {
    return IntStream.range(0, parts)
        .mapToObj(i -> "part-0000" + i + ".arrow")
        .toArray(String[]::new);
  }

  @Test
  void aDirectoryThatHasFilesIsRefused() {
    String said =
        typed(
            """
            try:
                manta.data.from_pandas(frame, sys.argv[1])
            except FileExistsError as refused:
                print(refused)
            """,
            directory);
    assertThat(said).contains("is not empty: choose another directory");
  }
}
