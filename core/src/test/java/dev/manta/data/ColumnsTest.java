package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Rows that do not all have the same columns: what a batch has does not depend on where it begins.
@Timeout(300)
class ColumnsTest {
  @TempDir Path directory;

  private static List<String> schemas(Dataset dataset, int rows) {
    List<String> all = new ArrayList<>();
    try (Batches<Batch> batches = dataset.batches(rows)) {
      for (Batch batch : batches) {
        all.add(batch.schema().toString());
      }
    }
    return all.stream().distinct().toList();
  }

  private static void check(Dataset dataset, String schema, String rows) {
    for (int size : List.of(1, 2, 100)) {
      assertThat(schemas(dataset, size)).as("in batches of %d", size).containsExactly(schema);
    }
    assertThat(dataset.schema()).hasToString(schema);
    assertThat(dataset.takeAll()).hasToString(rows);
  }

  private static Dataset of(@Nullable Object... values) {
    return Dataset.of(List.of(Row.of(values)));
  }

  @Test
  void momentsOfDifferingUnitsGetTheFinerOne() {
    Instant micros = Instant.parse("2024-05-01T10:00:00.000001Z");
    Instant nanos = Instant.parse("2024-05-01T10:00:00.000000001Z");
    Dataset both =
        Dataset.of(List.of(Row.of("t", micros))).union(Dataset.of(List.of(Row.of("t", nanos))));
    assertThat(both.takeAll()).extracting(row -> row.value("t")).containsExactly(micros, nanos);
  }

  @Test
  void aUnionHasTheColumnsOfAll() {
    Dataset union = of("a", 1L, "b", 2L).union(of("c", 3L, "a", 4L), of("a", 5L));
    check(
        union,
        "a i64, b i64, c i64",
        "[{a=1, b=2, c=null}, {a=4, b=null, c=3}, {a=5, b=null, c=null}]");
    assertThat(union.select("c").takeAll()).hasToString("[{c=null}, {c=3}, {c=null}]");
    assertThatThrownBy(() -> union.select("d").takeAll())
        .hasMessageContaining("there is no column \"d\"");
  }

  @Test
  void numbersAreAsWideAsAllNeed() {
    check(of("a", 1).union(of("a", 9007199254740993L)), "a i64", "[{a=1}, {a=9007199254740993}]");
    check(of("a", 1.5f).union(of("a", 0.1)), "a f64", "[{a=1.5}, {a=0.1}]");
    check(of("a", 1L).union(of("a", 2.5)), "a f64", "[{a=1.0}, {a=2.5}]");
    check(of("a", 1.5).union(of("a", null)), "a f64", "[{a=1.5}, {a=null}]");
    check(of("a", null).union(of("a", 1.5)), "a f64", "[{a=null}, {a=1.5}]");
  }

  @Test
  void typesThatDoNotFitAreNamedWithTheirPlaces() {
    Dataset csv =
        Dataset.csv(write("a.csv", "a\n1\n")).union(Dataset.csv(write("b.csv", "a\nx\n")));
    assertThatThrownBy(csv::takeAll)
        .hasMessageContaining("column \"a\" is i64 in ")
        .hasMessageContaining("a.csv and text in ")
        .hasMessageContaining("b.csv; make them alike, or read them apart");
  }

  private String write(String name, String text) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.resolveSibling(""));
      return Files.writeString(file, text).toString();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aColumnOfNullsTakesTheTypeThatItHadBefore() {
    Dataset dataset =
        Dataset.range(40)
            .repartition(10)
            .withColumn("y", row -> row.whole("id") / 10 == 0 ? 1.5f : null);
    assertThat(schemas(dataset, 10)).containsExactly("id i64, y f32");
    assertThat(schemas(dataset, 3)).containsExactly("id i64, y f32");
  }

  @Test
  void aFileOutsideOfPartitionsHasNullsForThem() {
    write("y=1/a.csv", "x\n1\n");
    write("b.csv", "x\n2\n");
    check(Dataset.csv(directory.toString()), "x i64, y i64", "[{x=2, y=null}, {x=1, y=1}]");
  }

  @Test
  void aWriteThatFailsLeavesNothingAndCanBeTriedAgain() {
    String out = directory.resolve("out").toString();
    Dataset failing =
        Dataset.range(50_000).map(row -> row.with("x", 1 / (40_000 - row.whole("id"))));
    assertThatThrownBy(() -> failing.write(Sink.csv(), out)).hasMessageContaining("/ by zero");
    failing.badRecords(BadRecords.skip()).write(Sink.csv(), out);
    assertThat(Dataset.csv(out).count()).isEqualTo(49_999);
  }

  @Test
  void aDatasetWithoutRowsIsWrittenWithItsColumns() {
    String out = directory.resolve("none").toString();
    Dataset.range(10).filter(_ -> false).write(Sink.csv(), out);
    assertThat(Dataset.csv(out).takeAll()).isEmpty();
    assertThat(Dataset.csv(out).schema().names()).containsExactly("id");
  }
}
