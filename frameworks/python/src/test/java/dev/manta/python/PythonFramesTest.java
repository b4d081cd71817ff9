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
