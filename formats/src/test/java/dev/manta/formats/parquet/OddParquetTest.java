package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files that are read only in part, or not at all; `src/test/python/odd_parquet.py` wrote them.
@Timeout(300)
class OddParquetTest {
  private static final Path FILES = Path.of("src/test/resources/parquet-odd");

  private static final float[] EXPECTED = new float[8192];

  static {
    Arrays.fill(EXPECTED, 1.5f);
  }

  private static Dataset parquet(String name) {
    return Dataset.parquet(FILES.resolve(name).toString());
  }

  @Test
  void brotliIsNamed() {
    assertThatThrownBy(() -> parquet("brotli.parquet").takeAll())
        .hasMessageContaining("it is compressed with Brotli")
        .hasMessageContaining("write it with snappy, gzip, zstd or lz4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted.parquet", "encrypted-columns.parquet"})
  void anEncryptedFileIsCalledEncrypted(String name) {
    assertThatThrownBy(() -> parquet(name).takeAll())
        .hasMessageContaining(name)
        .hasMessageContaining("it is encrypted");
  }

  @Test
  void listsThatPackVeryWellAreRead() {
    Dataset lists = parquet("lists.parquet");
    assertThat(lists.count()).isEqualTo(500);
    assertThat(lists.takeAll())
        .allSatisfy(row -> assertThat(row.value("list")).isEqualTo(EXPECTED));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "nothing-typed"})
  void aColumnOfNothingButNullsTakesTheTypeThatItHasElsewhere(String folder) {
    assertThat(parquet(folder).schema()).hasToString("id i64, word text");
    assertThat(parquet(folder).takeAll())
        .hasToString("[{id=1, word=null}, {id=2, word=null}, {id=3, word=a}]");
    assertThat(parquet(folder).select("id").takeAll()).hasToString("[{id=1}, {id=2}, {id=3}]");
  }

  @Test
  void aFileWithoutRowsDecidesOnNoType() {
    assertThat(parquet("empty").takeAll()).hasToString("[{id=3, word=a}]");
  }

  @Test
  void columnsThatDoNotFitTogetherAreRefusedOnlyIfTheyAreWanted() {
    assertThat(parquet("unlike").select("id").takeAll()).hasToString("[{id=1}, {id=2}, {id=3}]");
    assertThatThrownBy(() -> parquet("unlike").takeAll())
        .hasMessageContaining("column \"word\" is i64 in")
        .hasMessageContaining("and text in")
        .hasMessageContaining("make them alike, or read them apart");
  }
}
