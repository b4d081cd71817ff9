package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Condition;
import dev.manta.data.Dataset;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Damaged files give an error that names them, never a crash; healthy ones are read as far as they
/// are needed.
@Timeout(300)
class ParquetDamageTest {
  private static final int ROUNDS = 300 * Integer.getInteger("manta.campaign", 1);
  private static final Path CORPUS = Path.of("src/test/resources/parquet");
  private static final List<String> FILES =
      List.of(
          "snappy-v1-dict.types.parquet",
          "zstd-v2-plain.types.parquet",
          "gzip-v1-plain.types.parquet",
          "lz4-v2-dict.types.parquet",
          "none-v1-plain.types.parquet",
          "zstd.nested.parquet",
          "snappy-v2.deep.parquet",
          "delta-v1.encodable.parquet",
          "length-v2.encodable.parquet",
          "split-v1.encodable.parquet");

  @TempDir Path directory;

  private static void readAll(Path file) {
    try (Batches<Batch> batches = Dataset.parquet(file.toString()).batches(1000)) {
      for (Batch batch : batches) {
        assertThat(batch.rows()).isPositive();
      }
    }
  }

  @Test
  void truncatedFilesAreNamed() throws IOException {
    for (String name : FILES) {
      byte[] whole = Files.readAllBytes(CORPUS.resolve(name));
      for (int length : new int[] {0, 3, 12, whole.length / 2, whole.length - 1}) {
        Path file = Files.write(directory.resolve("cut.parquet"), Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> readAll(file))
            .isInstanceOf(MantaException.class)
            .hasMessageContaining("cut.parquet");
      }
    }
  }

  @Test
  void flippedBytesGiveRowsOrAnErrorThatNamesTheFile() throws IOException {
    var random = new Random(5);
    int errors = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String name = FILES.get(round % FILES.size());
      byte[] bytes = Files.readAllBytes(CORPUS.resolve(name));
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      Path file = Files.write(directory.resolve("flipped.parquet"), bytes);
      try {
        readAll(file);
      } catch (MantaException e) {
        errors++;
        assertThat(e).hasMessageContaining("flipped.parquet");
      }
    }
    assertThat(errors).as("damage that was seen").isGreaterThan(ROUNDS / 9);
  }

  @Test
  void aDamagedPageIsNamedWithColumnAndOffset() throws IOException {
    byte[] bytes = Files.readAllBytes(CORPUS.resolve("zstd-v1-plain.types.parquet"));
    Arrays.fill(bytes, 4, 40, (byte) 0xff);
    Path file = Files.write(directory.resolve("page.parquet"), bytes);
    assertThatThrownBy(() -> readAll(file))
        .hasMessageContaining("page.parquet row group 0, column \"bool\", page at byte 4");
  }

  @Test
  void onlyWantedColumnsAndRowGroupsAreRead() {
    Dataset dataset = Dataset.parquet(CORPUS.resolve("required.required.parquet").toString());
    assertThat(dataset.count()).isEqualTo(400);
    assertThat(dataset.select("y", "x").schema()).hasToString("y f32, x i32");
    Dataset late = dataset.where(Condition.atLeast("x", 350)).select("t");
    assertThat(late.takeAll()).hasSize(50).first().hasToString("{t=r350}");
  }

  @Test
  void directoriesNamedLikeValuesBecomeColumns() throws IOException {
    for (int year : new int[] {2023, 2024}) {
      Path below = Files.createDirectories(directory.resolve("t/year=" + year));
      Files.copy(CORPUS.resolve("required.required.parquet"), below.resolve("a.parquet"));
    }
    Files.writeString(directory.resolve("t/_SUCCESS"), "");
    Dataset dataset = Dataset.parquet(directory.resolve("t").toString());
    assertThat(dataset.schema()).hasToString("x i32, y f32, t text, year i64");
    assertThat(dataset.where(Condition.equal("year", 2024)).takeAll()).hasSize(400);
  }

  @Test
  void filesOfDirectoriesThatCannotHaveARowAreNotOpened() throws IOException {
    for (String place : new String[] {"k=1/s=a", "k=2/s=a", "k=1/s=b"}) {
      Path below = Files.createDirectories(directory.resolve("p/" + place));
      Files.copy(CORPUS.resolve("required.required.parquet"), below.resolve("a.parquet"));
    }
    Files.writeString(directory.resolve("p/k=2/s=a/broken.parquet"), "no Parquet");
    Dataset dataset = Dataset.parquet(directory.resolve("p").toString());
    assertThatThrownBy(dataset::count).hasMessageContaining("broken.parquet");
    assertThat(dataset.where(Condition.equal("k", 1)).takeAll()).hasSize(800);
    Dataset few = dataset.select("x", "k", "s").where(Condition.in("k", 1, 7));
    assertThat(few.where(Condition.equal("s", "b")).takeAll()).hasSize(400);
  }

  @Test
  void rowGroupsArePassedOverByTextsAndNulls() {
    Dataset dataset = Dataset.parquet(CORPUS.resolve("required.required.parquet").toString());
    assertThat(dataset.where(Condition.in("t", "r7", "r350", "none")).takeAll())
        .hasSize(2)
        .first()
        .asString()
        .contains("t=r7");
    assertThat(dataset.where(Condition.isNull("t")).count()).isZero();
    assertThat(dataset.where(Condition.notNull("t")).count()).isEqualTo(400);
    assertThat(
            dataset
                .where(Condition.either(Condition.less("x", 3), Condition.equal("t", "r399")))
                .count())
        .isEqualTo(4);
  }
}
