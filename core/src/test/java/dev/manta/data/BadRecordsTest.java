package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class BadRecordsTest {
  @TempDir Path directory;

  private static Dataset everyTenthIsBad(long rows) {
    return Dataset.range(rows).map(BadRecordsTest::refused).badRecords(BadRecords.skip());
  }

  private static Row refused(Row row) {
    if (row.whole("id") % 10 == 0) {
      throw new IllegalArgumentException("ends in 0");
    }
    return row;
  }

  private static List<Long> ids(Iterable<Batch> batches) {
    List<Long> ids = new ArrayList<>();
    for (Batch batch : batches) {
      assertThat(batch.isPadding()).isFalse();
      LongStream.of(batch.longs("id")).forEach(ids::add);
    }
    return ids;
  }

  private static List<Long> good(long rows) {
    return LongStream.range(0, rows).filter(id -> id % 10 != 0).boxed().toList();
  }

  @Test
  void rowsAreCountedWithoutThoseThatAreSkipped() {
    assertThat(everyTenthIsBad(100).count()).isEqualTo(90);
    assertThat(ids(everyTenthIsBad(100).batches(7))).isEqualTo(good(100));
    assertThat(ids(everyTenthIsBad(100).limit(50).batches(7))).isEqualTo(good(100).subList(0, 50));
    assertThat(ids(everyTenthIsBad(100).repartition(30).batches(7))).isEqualTo(good(100));
    assertThat(ids(everyTenthIsBad(1000).shuffle(1).batches(7)))
        .containsExactlyInAnyOrderElementsOf(good(1000));
  }

  @Test
  void aPassContinuesBehindSkippedRecords() {
    Dataset dataset = everyTenthIsBad(50_000);
    Shard begun = dataset.shard();
    List<Long> ids = new ArrayList<>();
    try (Batches<Batch> batches = begun.batches(500)) {
      var all = batches.iterator();
      for (int i = 0; i < 60; i++) {
        LongStream.of(all.next().longs("id")).forEach(ids::add);
      }
    }
    Shard resumed = dataset.shard();
    resumed.seek(begun.cursor());
    ids.addAll(ids(resumed.batches(500)));
    assertThat(ids).isEqualTo(good(50_000));
  }

  @Test
  void generatorsAndColumnsFollowThePolicyRowByRow() {
    Dataset generated =
        Dataset.generate(100, i -> refused(Row.of("id", i))).badRecords(BadRecords.skip());
    assertThat(generated.count()).isEqualTo(90);
    assertThat(ids(generated.shuffle(3).batches(7))).containsExactlyInAnyOrderElementsOf(good(100));
    Dataset columns =
        Dataset.range(100)
            .withColumn("next", row -> refused(row).whole("id") + 1)
            .badRecords(BadRecords.skip());
    assertThat(columns.takeAll())
        .hasSize(90)
        .allMatch(row -> row.whole("next") == row.whole("id") + 1);
  }

  @Test
  void aRecordThatIsRefusedLeavesNothingBehind() {
    Dataset mapped =
        Dataset.range(10)
            .map(row -> Row.of("a", row.whole("id"), "b", row.whole("id") % 5 == 0 ? "no" : 2.0))
            .limit(10)
            .badRecords(BadRecords.skip());
    assertThat(mapped.takeAll()).hasSize(2).allMatch(row -> row.text("b").equals("no"));
    Dataset multiplied =
        Dataset.range(4)
            .flatMap(
                row ->
                    List.of(
                        Row.of("a", row.whole("id")),
                        Row.of("a", row.whole("id") == 1 ? "no" : 9L)))
            .badRecords(BadRecords.skip());
    assertThat(multiplied.takeAll()).hasToString("[{a=0}, {a=9}, {a=2}, {a=9}, {a=3}, {a=9}]");
    Dataset first =
        Dataset.range(2)
            .flatMap(
                row ->
                    row.whole("id") == 0
                        ? List.of(Row.of("x", "first"), Row.of("y", 1, "z", 2))
                        : List.of(Row.of("a", 1L)))
            .badRecords(BadRecords.skip());
    assertThat(first.takeAll()).hasToString("[{a=1}]");
  }

  @Test
  void aBatchIsNoRecord() {
    Dataset dataset =
        Dataset.range(5)
            .mapBatches(
                2,
                _ -> {
                  throw new IllegalStateException("no");
                })
            .badRecords(BadRecords.skip());
    assertThatThrownBy(dataset::takeAll).hasMessageContaining("mapBatches on rows 0 to 2");
  }

  @Test
  void eachIsCountedAndKeptOnceHoweverOftenItIsRead() throws Exception {
    Path csv = Files.writeString(directory.resolve("a.csv"), "x\n1\nno\n2\nnever\n3\n");
    Path side = directory.resolve("bad");
    Shard shard =
        Dataset.csv(CsvOptions.defaults().type("x", "i64"), csv.toString())
            .badRecords(BadRecords.sideOutput(side.toString()))
            .shuffle(1)
            .shard();
    for (int pass = 0; pass < 3; pass++) {
      int rows = 0;
      for (Batch batch : shard.batches(2)) {
        rows += batch.rows();
      }
      assertThat(rows).isEqualTo(3);
      assertThat(shard.stats().bad()).isEqualTo(2);
    }
    try (var files = Files.list(side)) {
      assertThat(Files.readAllLines(files.findFirst().orElseThrow())).hasSize(2);
    }
  }

  @Test
  void aPassTellsHowManyThereWere() {
    try (Batches<Batch> batches = everyTenthIsBad(100).batches(7)) {
      assertThat(ids(batches)).hasSize(90);
      assertThat(batches.stats().bad()).isEqualTo(10);
    }
  }

  @Test
  void everyActionTellsHowManyThereWere() {
    Dataset dataset = everyTenthIsBad(100);
    assertThat(dataset.stats().bad()).isZero();
    List<Consumer<Dataset>> actions =
        List.of(
            Dataset::takeAll,
            Dataset::count,
            Dataset::materialize,
            each -> ids(each.batches(7)),
            each -> each.write(Sink.csv(), directory.resolve("out").toString()));
    for (Consumer<Dataset> action : actions) {
      Dataset fresh = everyTenthIsBad(100);
      action.accept(fresh);
      assertThat(fresh.stats().bad()).isEqualTo(10);
      assertThat(fresh.stats().rows()).isEqualTo(90);
      assertThat(fresh.stats().toString()).endsWith("10 bad records passed over");
    }
    assertThat(dataset.show(2)).endsWith("(10 bad records passed over)\n");
    assertThat(Dataset.range(3).show(2)).doesNotContain("bad");
  }

  @Test
  void theEndOfWorkSaysHowManyWereSkippedAndTheFirst() {
    List<String> said = Collections.synchronizedList(new ArrayList<>());
    var log = java.util.logging.Logger.getLogger("manta.data");
    var handler =
        new java.util.logging.Handler() {
          @Override
          public void publish(java.util.logging.LogRecord record) {
            said.add(record.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    log.addHandler(handler);
    try {
      everyTenthIsBad(20).takeAll();
    } finally {
      log.removeHandler(handler);
    }
    String line = "2 bad records were skipped, the first: map of row 0 of range rows 0 to 20";
    assertThat(said.stream().filter(each -> each.contains(line)))
        .singleElement()
        .asString()
        .contains("ends in 0");
  }

  @Test
  void whatComesInFromAnotherDatasetKeepsItsPolicy() {
    Dataset lenient = everyTenthIsBad(20);
    assertThat(Dataset.range(2).union(lenient).count()).isEqualTo(20);
    assertThat(Dataset.range(18).zip(lenient).count()).isEqualTo(18);
    assertThat(Dataset.range(20).join(lenient, "id", JoinKind.INNER).count()).isEqualTo(18);
    assertThat(Dataset.mix(1, lenient.weighted(1)).count()).isEqualTo(18);
    assertThat(lenient.materialize().map(row -> row.with("x", 1 / (row.whole("id") - 1))).count())
        .isEqualTo(17);
    assertThatThrownBy(
            () -> lenient.union(Dataset.range(20).map(BadRecordsTest::refused)).takeAll())
        .hasMessageContaining("ends in 0");
  }
}
