package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Arrays that NumPy saved in other orders than the usual ones; `src/test/python/npy.py` wrote
/// them.
@Timeout(300)
class NpyOrdersTest {
  private static final Path FILES = Path.of("src/test/resources/npy");

  private static List<String> texts(Dataset dataset, String column) {
    return dataset.takeAll().stream()
        .map(row -> Arrays.deepToString(new Object[] {row.value(column)}))
        .toList();
  }

  private static Dataset npy(String name) {
    return Dataset.npy(FILES.resolve(name + ".npy").toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"i2", "i4", "i8", "u8", "f2", "f4", "f8"})
  void theHighestByteMayComeFirst(String type) {
    Dataset big = npy("big-" + type);
    assertThat(big.schema().fields().getFirst().type().text()).startsWith("list<" + type.charAt(0));
    assertThat(texts(big, "data").stream().map(text -> text.replace(".0", "")))
        .containsExactly("[[0, 2, 4]]", "[[6, 8, 10]]", "[[12, 14, 16]]", "[[18, 20, 22]]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fortran-2|[[1.0, 3.0, 5.0]] [[7.0, 9.0, 11.0]]",
        "fortran-3|[[0, 1, 2, 3, 4, 5]] [[6, 7, 8, 9, 10, 11]]",
        "fortran-big|[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]] [[6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]",
        "fortran-bool|[[true, false, false]] [[true, false, false]]"
      })
  void theFirstDimensionMayRunFastest(String name, String firstRows) {
    List<String> rows = texts(npy(name), "data");
    assertThat(rows).hasSize(4);
    assertThat(String.join(" ", rows.subList(0, 2))).isEqualTo(firstRows);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "packed"})
  void bothAreReadInArchives(String name) {
    Dataset npz = Dataset.npz(FILES.resolve(name + ".npz").toString());
    assertThat(texts(npz, "a"))
        .startsWith("[[0, 1, 2, 3, 4, 5]]", "[[6, 7, 8, 9, 10, 11]]")
        .hasSize(4);
    assertThat(texts(npz, "b")).containsExactly("[0]", "[1]", "[2]", "[3]");
  }
}
