package dev.manta.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TableTest {
  private static final TableRoles ROLES = TableRoles.label("y");

  @TempDir Path directory;

  /// What each rank tells of its table.
  private List<Metrics> tables(TablePrograms.Config config, int ranks, Dataset rows) {
    return told(trainer("read", config, ranks).dataset("train", rows));
  }

  private Trainer trainer(String function, TablePrograms.Config config, int ranks) {
    return Trainer.of(TablePrograms.class.getName(), function, config)
        .scaling(ScalingConfig.inProcess(ranks))
        .run(
            RunConfig.named("tables")
                .storage(directory.toString())
                .failures(FailureConfig.none())
                .quiet());
  }

  private static List<Metrics> told(Trainer trainer) {
    return trainer.fit().history().rows().map(row -> row.report().metrics()).toList();
  }

  private static Dataset numbers(int rows) {
    return Dataset.of(
        IntStream.range(0, rows).mapToObj(i -> Row.of("x", i * 1.0, "y", i % 2)).toList());
  }

  private static List<String> all(List<Metrics> tables, String what) {
    return tables.stream().flatMap(table -> parts(table.text(what))).sorted().toList();
  }

  private static Stream<String> parts(String list) {
    String inside = list.substring(1, list.length() - 1);
    return inside.isEmpty() ? Stream.of() : Arrays.stream(inside.split("(?<=]), |(?<!]), (?!\\[)"));
  }

  @Test
  void eachRowIsOnOneRank() {
    List<Metrics> tables = tables(TablePrograms.config(ROLES), 3, numbers(100));
    assertThat(all(tables, "rows"))
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, 100).mapToObj(i -> "[" + (float) i + "]").toList());
    assertThat(tables).allMatch(table -> table.number("all") == 100);
    assertThat(tables).noneMatch(table -> table.text("rows").equals("[]"));
  }

  @Test
  void aRankWithoutRowsHasAnEmptyTableOfTheSameFeatures() {
    List<Metrics> tables = tables(TablePrograms.config(ROLES), 3, numbers(2));
    assertThat(all(tables, "rows")).containsExactly("[0.0]", "[1.0]");
    assertThat(tables.stream().map(table -> table.text("schema")).distinct()).hasSize(1);
    assertThat(tables.stream().filter(table -> table.text("rows").equals("[]"))).isNotEmpty();
  }

  @Test
  void nullsNaNAndTheMissingNumberAreMissing() {
    Dataset rows =
        Dataset.of(
            List.of(
                Row.of("x", 1.0, "y", 0),
                Row.of("x", null, "y", 0),
                Row.of("x", Double.NaN, "y", 1),
                Row.of("x", -999.0, "y", 1)));
    List<Metrics> tables = tables(TablePrograms.config(ROLES.missing(-999)), 1, rows);
    assertThat(tables.getFirst().text("rows")).isEqualTo("[[1.0], [NaN], [NaN], [NaN]]");
  }

  @Test
  void categoriesHaveTheSameCodesOnEveryRankThoughEachSeesOthers() {
    List<Row> rows = new ArrayList<>();
    for (String color : List.of("red", "green", "blue", "red", "blue", "amber")) {
      rows.add(Row.of("color", color, "y", 1));
    }
    List<Metrics> tables =
        tables(TablePrograms.config(ROLES.categorical("color")), 2, Dataset.of(rows));
    assertThat(tables)
        .allMatch(table -> table.text("schema").contains("[amber, blue, green, red]"));
    assertThat(all(tables, "rows"))
        .containsExactly("[0.0]", "[1.0]", "[1.0]", "[2.0]", "[3.0]", "[3.0]");
  }

  @Test
  void categoriesThatTrainingHasNotSeenAreMissingInValidation() {
    Dataset train = Dataset.of(List.of(Row.of("c", 7, "y", 1), Row.of("c", 30, "y", 0)));
    Dataset valid = Dataset.of(List.of(Row.of("c", 30, "y", 1), Row.of("c", 8, "y", 0)));
    var config = new TablePrograms.Config(ROLES.categorical("c"), 1 << 20, true);
    List<Metrics> tables =
        told(trainer("read", config, 1).dataset("train", train).dataset("valid", valid));
    assertThat(tables.get(1).text("valid rows")).isEqualTo("[[1.0], [NaN]]");
  }

  @Test
  void weightsGoWithTheirRows() {
    Dataset rows =
        Dataset.of(List.of(Row.of("x", 1, "w", 0.5, "y", 3), Row.of("x", 2, "w", 2, "y", 4)));
    Metrics table = tables(TablePrograms.config(ROLES.weight("w")), 1, rows).getFirst();
    assertThat(table.text("weights")).isEqualTo("[0.5, 2.0]");
    assertThat(table.text("rows")).isEqualTo("[[1.0], [2.0]]");
    assertThat(table.text("range")).contains("least=3.0", "most=4.0", "isWhole=true");
  }

  @Test
  void rowsOfAQueryAreOnOneRankOneAfterTheOther() {
    List<Row> rows =
        IntStream.range(0, 60).mapToObj(i -> Row.of("q", "q" + i % 7, "x", i, "y", i % 3)).toList();
    List<Metrics> tables =
        told(
            trainer("read", TablePrograms.config(ROLES.query("q")), 2)
                .dataset("train", Dataset.of(rows), DataConfig.whole()));
    assertThat(all(tables, "queries")).containsExactlyInAnyOrder("9", "9", "9", "9", "8", "8", "8");
    assertThat(all(tables, "rows")).hasSize(60).doesNotHaveDuplicates();
    assertThat(tables).allSatisfy(TableTest::requireGrouped);
  }

  private static void requireGrouped(Metrics table) {
    List<Integer> queries =
        parts(table.text("rows"))
            .map(row -> (int) Float.parseFloat(row.substring(1, row.length() - 1)) % 7)
            .toList();
    List<Integer> sizes = parts(table.text("queries")).map(Integer::valueOf).toList();
    int from = 0;
    for (int size : sizes) {
      assertThat(queries.subList(from, from + size)).containsOnly(queries.get(from));
      from += size;
    }
  }

  @Test
  void queriesOfADatasetThatRanksShareOutAreRefused() {
    List<Row> rows =
        IntStream.range(0, 50).mapToObj(i -> Row.of("q", i, "x", i, "y", i % 3)).toList();
    assertRefused(TablePrograms.config(ROLES.query("q")), Dataset.of(rows), "DataConfig.whole()");
  }

  @Test
  void rowsBeyondTheMemoryLieInAFileAndAreTheSame() {
    var config = new TablePrograms.Config(ROLES, 64, false);
    List<Metrics> tables = tables(config, 2, numbers(100));
    assertThat(tables).allMatch(table -> table.get("spilled").equals(true));
    assertThat(all(tables, "rows"))
        .isEqualTo(all(tables(TablePrograms.config(ROLES), 2, numbers(100)), "rows"));
  }

  @Test
  void theNextAttemptHasTheRowsWithoutReadingThemAgain() {
    List<Metrics> tables =
        told(trainer("readTwice", TablePrograms.config(ROLES), 2).dataset("train", numbers(40)));
    List<Metrics> addresses = tables.stream().filter(table -> table.has("address")).toList();
    assertThat(addresses).hasSize(4);
    for (int rank = 0; rank < 2; rank++) {
      int own = rank;
      assertThat(
              addresses.stream()
                  .filter(each -> each.number("rank") == own)
                  .map(each -> each.text("address"))
                  .distinct())
          .hasSize(1);
    }
  }

  @Test
  void aRunThatIsMadeAgainInThisProcessReadsTheRowsThatItIsGiven() throws Exception {
    List<String> labels = new ArrayList<>();
    for (int label = 0; label < 2; label++) {
      Dataset rows = Dataset.of(List.of(Row.of("x", 1.0, "y", label)));
      Path storage = Files.createTempDirectory(directory, "again");
      Files.createSymbolicLink(directory.resolve("runs"), storage);
      Trainer again = trainer("read", TablePrograms.config(ROLES), 1).dataset("train", rows);
      RunConfig run = RunConfig.named("again").storage(directory.resolve("runs").toString());
      labels.add(told(again.run(run.quiet())).getFirst().text("labels"));
      Files.delete(directory.resolve("runs"));
    }
    assertThat(labels).containsExactly("[0.0]", "[1.0]");
  }

  @Test
  void aMissingNumberIsTheSameIn32And64Bits() {
    Dataset rows =
        Dataset.of(
            List.of(Row.of("x", -99.9f, "z", -99.9, "y", 0), Row.of("x", 1f, "z", 2.0, "y", 1)));
    List<Metrics> tables = tables(TablePrograms.config(ROLES.missing(-99.9)), 1, rows);
    assertThat(tables.getFirst().text("rows")).isEqualTo("[[NaN, NaN], [1.0, 2.0]]");
  }

  @Test
  void groupsAreToldApartByAllDigitsOfTheirNumbers() {
    long id = 1L << 60;
    Dataset rows =
        Dataset.of(
            IntStream.range(0, 6).mapToObj(i -> Row.of("x", i, "q", id + i / 2, "y", 1)).toList());
    List<Metrics> tables = tables(TablePrograms.config(ROLES.query("q")), 1, rows);
    assertThat(tables.getFirst().text("queries")).isEqualTo("[2, 2, 2]");
  }

  @Test
  void categoriesThatAreTheSameNumberHaveAnOrderWhereverTheyCome() {
    List<String> sorted = List.of("01", "1", "1.0", "2");
    assertThat(CategoryCodes.sorted(List.of("2", "1.0", "1", "01"))).isEqualTo(sorted);
    assertThat(CategoryCodes.sorted(sorted)).isEqualTo(sorted);
  }

  @Test
  void whatCannotBeLearnedFromIsRefusedWithTheNextStep() {
    Dataset rows = Dataset.of(List.of(Row.of("age", 1, "city", "Rome", "target", 1)));
    assertRefused(
        TablePrograms.config(TableRoles.label("targt")),
        rows,
        "no column \"targt\", which is the label",
        "did you mean \"target\"?");
    assertRefused(
        TablePrograms.config(TableRoles.label("target")),
        rows,
        "feature \"city\" is text",
        "categorical(\"city\")");
    assertRefused(TablePrograms.config(TableRoles.label("city")), rows, "is of text");
    assertRefused(
        TablePrograms.config(TableRoles.label("target").features("age", "size")),
        rows,
        "no column \"size\", which is a feature");
  }

  @Test
  void labelsAndWeightsThatAreNoNumbersAreRefused() {
    Dataset noLabel = Dataset.of(List.of(Row.of("x", 1, "y", 1), Row.of("x", 1, "y", null)));
    assertRefused(
        TablePrograms.config(ROLES), noLabel, "the label \"y\" of dataset \"train\" is missing");
    Dataset badWeight = Dataset.of(List.of(Row.of("x", 1, "w", -1.0, "y", 1)));
    assertRefused(
        TablePrograms.config(ROLES.weight("w")), badWeight, "the weight \"w\"", "is -1.0");
  }

  @Test
  void aDatasetWithoutRowsIsRefused() {
    Dataset none = numbers(10).filter(row -> row.real("x") > 100);
    assertRefused(TablePrograms.config(ROLES), none, "dataset \"train\" has no rows");
  }

  @Test
  void ranksThatSeeDifferentFeaturesAreNamedWithThem() {
    Dataset rows =
        numbers(20)
            .repartition(10)
            .flatMapBatches(
                10,
                batch ->
                    batch.floats("x")[0] < 10
                        ? batch.retain()
                        : batch.withColumn("z", Collections.nCopies(batch.rows(), 1.0)));
    assertRefused(
        TablePrograms.config(ROLES),
        rows,
        "ranks see different features of dataset \"train\": rank 0 has x, rank 1 has x, z;"
            + " name those to use with features(…)");
  }

  private void assertRefused(TablePrograms.Config config, Dataset rows, String... words) {
    assertThatThrownBy(() -> tables(config, 2, rows))
        .isInstanceOf(TrainingFailed.class)
        .message()
        .contains(words);
  }
}
