package dev.manta.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Real Spark, on threads of this process. It is heavy: `mvn -Pspark` brings it.
@Timeout(240)
class SparkDataTest {
  private static final int ROWS = 1000;

  private static @Nullable SparkSession spark;

  @TempDir Path directory;

  @BeforeAll
  static void startSpark() {
    if (isThere()) {
      spark =
          SparkSession.builder()
              .master("local[2]")
              .appName("manta")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.host", "127.0.0.1")
              .getOrCreate();
    }
  }

  @BeforeEach
  void needSpark() {
    assumeTrue(spark != null, "Spark is not on the class path: run this test with -Pspark");
  }

  private static boolean isThere() {
    try {
      Class.forName("org.apache.spark.sql.classic.SparkSession");
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  @AfterAll
  static void stopSpark() {
    if (spark != null) {
      spark.stop();
    }
  }

  private static org.apache.spark.sql.Dataset<?> frame() {
    return Objects.requireNonNull(spark)
        .range(ROWS)
        .selectExpr(
            "id",
            "id * 0.5D AS half",
            "IF(id % 3 = 0, NULL, concat('row ', id)) AS name",
            "CAST(id AS DECIMAL(10, 2)) AS price",
            "date_add(DATE'2024-01-01', CAST(id AS INT)) AS day",
            "array(CAST(id AS FLOAT), CAST(id + 1 AS FLOAT)) AS pair");
  }

  @Test
  void everyRowOfAFrameIsReadAsSparkHasIt() {
    Dataset dataset = SparkData.dataset(frame(), directory.resolve("frame").toString());
    List<Row> rows = dataset.sort("id").takeAll();
    assertThat(rows).hasSize(ROWS);
    for (int i = 0; i < ROWS; i++) {
      Row row = rows.get(i);
      assertThat(row.whole("id")).isEqualTo(i);
      assertThat(row.real("half")).isEqualTo(i / 2.0);
      assertThat(row.toMap()).containsEntry("name", i % 3 == 0 ? null : "row " + i);
      assertThat(row.toMap().get("price")).isEqualTo(BigDecimal.valueOf(i).setScale(2));
      assertThat(row.toMap().get("day")).isEqualTo(LocalDate.of(2024, 1, 1).plusDays(i));
      assertThat(row.toMap().get("pair")).isEqualTo(new float[] {i, i + 1f});
    }
  }

  @Test
  void whatIsThereIsNotWrittenOver() {
    String place = directory.resolve("frame").toString();
    SparkData.dataset(frame(), place);
    assertThatThrownBy(() -> SparkData.dataset(frame(), place)).hasMessageContaining("frame");
  }
}
