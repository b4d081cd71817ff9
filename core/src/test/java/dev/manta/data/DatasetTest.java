package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DatasetTest {
  @TempDir Path directory;

  record Point(int x, double y, String name) {}

  private static List<Long> ids(Dataset dataset) {
    List<Long> ids = new ArrayList<>();
    try (Batches<Batch> batches = dataset.batches(1000)) {
      for (Batch batch : batches) {
        for (long id : batch.longs("id")) {
          ids.add(id);
        }
      }
    }
    return ids;
  }

  private static List<Long> numbers(long from, long to) {
    List<Long> all = new ArrayList<>();
    for (long i = from; i < to; i++) {
      all.add(i);
    }
    return all;
  }

  @Test
  void rowsComeInOrderWhateverTheNumberOfThreads() {
    assertThat(ids(Dataset.range(100_000))).isEqualTo(numbers(0, 100_000));
  }

  @Test
  void recordsGoInAndComeOut() {
    List<Point> points = List.of(new Point(1, 2.5, "a"), new Point(3, 4.5, "b"));
    try (Batches<Batch> batches = Dataset.ofRecords(points).batches(10)) {
      for (Batch batch : batches) {
        assertThat(batch.records(Point.class)).isEqualTo(points);
        assertThat(batch.schema()).hasToString("x i32, y f64, name text");
      }
    }
  }

  @Test
  void rowsAreMappedFilteredAndMultiplied() {
    Dataset dataset =
        Dataset.range(10)
            .filter(row -> row.whole("id") % 2 == 0)
            .map(row -> row.with("square", row.whole("id") * row.whole("id")))
            .flatMap(row -> List.of(row, row.with("square", -1L)));
    assertThat(dataset.count()).isEqualTo(10);
    assertThat(dataset.take(4).stream().map(row -> row.whole("square")).toList())
        .containsExactly(0L, -1L, 4L, -1L);
  }

  @Test
  void columnsAreSelectedDroppedRenamedAndAdded() {
    Dataset dataset =
        Dataset.ofRecords(List.of(new Point(1, 2.5, "a")))
            .withColumn("z", row -> row.real("x") + row.real("y"))
            .rename("name", "label")
            .drop("y");
    assertThat(dataset.schema()).hasToString("x i32, label text, z f64");
    assertThat(dataset.select("z", "x").take(1)).hasToString("[{z=3.5, x=1}]");
  }

  @Test
  void batchesAreMappedInPiecesThatNeverSpanUnits() {
    Dataset dataset =
        Dataset.range(40_000)
            .mapBatches(
                1000,
                batch -> {
                  assertThat(batch.rows()).isLessThanOrEqualTo(1000);
                  return batch;
                });
    assertThat(ids(dataset)).isEqualTo(numbers(0, 40_000));
  }

  @Test
  void aBatchMayBecomeFewerRowsOnlyWhereThatIsSaid() {
    Functions.BatchMap half = batch -> batch.slice(0, batch.rows() / 2);
    assertThat(ids(Dataset.range(40).flatMapBatches(10, half)))
        .startsWith(0L, 1L, 2L, 3L, 4L, 10L)
        .hasSize(20);
    assertThatThrownBy(() -> ids(Dataset.range(40).mapBatches(10, half)))
        .hasMessageContaining("it made 5 rows of 10; use flatMapBatches");
  }

  @Test
  void aFunctionWithStateIsMadeOncePerThreadAndClosed() {
    Counting.MADE.clear();
    Dataset dataset = Dataset.range(200_000).mapBatchesWith(100, Counting::new);
    assertThat(ids(dataset)).hasSize(200_000);
    assertThat(Counting.MADE).hasSizeLessThanOrEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(Counting.MADE).isNotEmpty().allMatch(each -> each.closed);
  }

  static final class Counting implements Functions.BatchMap, AutoCloseable {
    private static final long serialVersionUID = 1L;
    static final List<Counting> MADE = java.util.Collections.synchronizedList(new ArrayList<>());
    private boolean closed;

    Counting() {
      MADE.add(this);
    }

    @Override
    public Batch apply(Batch batch) {
      return batch;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void limitSkipUnionAndZipCountRowsExactly() {
    Dataset range = Dataset.range(50_000);
    assertThat(ids(range.skip(20_000).limit(20_005))).isEqualTo(numbers(20_000, 40_005));
    assertThat(ids(range.filter(row -> row.whole("id") >= 49_990).limit(3)))
        .isEqualTo(numbers(49_990, 49_993));
    assertThat(range.union(range, Dataset.range(7)).count()).isEqualTo(100_007);
    Dataset shifted = range.withColumn("next", row -> row.whole("id") + 1).select("next");
    assertThat(range.zip(shifted.repartition(777)).take(50_000))
        .allMatch(row -> row.whole("next") == row.whole("id") + 1);
    assertThatThrownBy(() -> range.zip(Dataset.range(3)).count())
        .hasMessage("zip needs as many rows on both sides: 50000 are not 3");
  }

  @Test
  void shufflesHaveEveryRowOnceAndAnotherOrderInEachPass() {
    Dataset range = Dataset.range(100_000);
    Dataset lines = range.filter(_ -> true);
    for (Dataset dataset :
        List.of(range.shuffle(7), lines.shuffle(7), range.shuffleWindow(30_000, 7))) {
      Shard shard = dataset.shard();
      List<Long> first = pass(shard);
      List<Long> second = pass(shard);
      assertThat(first).isNotEqualTo(second).doesNotHaveDuplicates().hasSize(100_000);
      assertThat(new TreeSet<>(second)).hasSize(100_000);
      assertThat(pass(dataset.shard())).as("the same seed, the same order").isEqualTo(first);
      assertThat(neighbours(first)).as("rows that kept their neighbour").isLessThan(100);
    }
  }

  private static long neighbours(List<Long> ids) {
    long count = 0;
    for (int i = 1; i < ids.size(); i++) {
      count += ids.get(i) == ids.get(i - 1) + 1 ? 1 : 0;
    }
    return count;
  }

  private static List<Long> pass(Shard shard) {
    List<Long> ids = new ArrayList<>();
    for (Batch batch : shard.batches(997)) {
      for (long id : batch.longs("id")) {
        ids.add(id);
      }
    }
    return ids;
  }

  @Test
  void samplesAndSplitsAreTheSameInEveryPassAndDisjoint() {
    Dataset range = Dataset.range(100_000);
    assertThat(ids(range.randomSample(0.1, 3)).size()).isBetween(9_500, 10_500);
    var both = range.trainTestSplit(0.2, 5);
    List<Long> test = ids(both.test());
    List<Long> all = new ArrayList<>(ids(both.train()));
    all.addAll(test);
    assertThat(new TreeSet<>(all)).hasSize(100_000);
    assertThat(all).hasSize(100_000);
    assertThat(ids(both.test())).isEqualTo(test);
  }

  @Test
  void mixesDrawByWeightUntilOneIsEmpty() {
    Dataset a = Dataset.range(90_000).withColumn("from", _ -> 1L);
    Dataset b = Dataset.range(90_000).withColumn("from", _ -> 2L);
    List<Row> rows = Dataset.mix(11, a.weighted(3), b.weighted(1)).takeAll();
    assertThat(rows).hasSize(120_000);
    long first = rows.subList(0, 16_000).stream().filter(row -> row.whole("from") == 1).count();
    assertThat(first).isBetween(11_700L, 12_300L);
  }

  @Test
  void sortsByNumbersAndTextsWithNullsLast() {
    Dataset shuffled = Dataset.range(100_000).shuffle(3);
    assertThat(ids(shuffled.sort("id"))).isEqualTo(numbers(0, 100_000));
    assertThat(ids(shuffled.sortDescending("id").limit(3)))
        .containsExactly(99_999L, 99_998L, 99_997L);
    Dataset names =
        Dataset.of(
            List.of(Row.of("n", "b"), Row.of("n", null), Row.of("n", "a"), Row.of("n", "B")));
    assertThat(names.sort("n").takeAll()).hasToString("[{n=B}, {n=a}, {n=b}, {n=null}]");
    assertThat(names.sortDescending("n").takeAll()).hasToString("[{n=b}, {n=a}, {n=B}, {n=null}]");
  }

  @Test
  void joinsPairEqualKeysAndKeepTheLeftIfAskedFor() {
    Dataset left = Dataset.range(6).withColumn("x", row -> "l" + row.whole("id"));
    Dataset right =
        Dataset.of(
            List.of(
                Row.of("id", 1.0, "x", "r1"),
                Row.of("id", 4.0, "x", "r4"),
                Row.of("id", 4.0, "x", "s4"),
                Row.of("id", null, "x", "none")));
    assertThat(left.join(right, "id", JoinKind.INNER).takeAll())
        .hasToString("[{id=1, x=l1, x_1=r1}, {id=4, x=l4, x_1=r4}, {id=4, x=l4, x_1=s4}]");
    assertThat(left.join(right, "id", JoinKind.LEFT).takeAll())
        .hasSize(7)
        .first()
        .hasToString("{id=0, x=l0, x_1=null}");
  }

  @Test
  void groupsAreOrderedAndAggregated() {
    Dataset rows = Dataset.range(100_000).withColumn("k", row -> row.whole("id") % 3);
    List<Row> groups =
        rows.groupBy("k")
            .aggregate(
                Aggregate.count(),
                Aggregate.sum("id"),
                Aggregate.mean("id").as("m"),
                Aggregate.max("id"),
                Aggregate.std("id"))
            .takeAll();
    assertThat(groups.stream().map(row -> row.whole("k"))).containsExactly(0L, 1L, 2L);
    Row first = groups.getFirst();
    assertThat(first.whole("count")).isEqualTo(33_334);
    assertThat(first.real("sum_id")).isEqualTo(33_334L * 33_333 / 2 * 3.0);
    assertThat(first.real("m")).isEqualTo(49_999.5);
    assertThat(first.real("max_id")).isEqualTo(99_999);
    assertThat(first.real("std_id")).isCloseTo(28_868.5, org.assertj.core.data.Offset.offset(0.1));
    assertThat(rows.groupBy().aggregate(Aggregate.min("id")).takeAll())
        .hasToString("[{min_id=0.0}]");
  }

  @Test
  void materializedRowsAreComputedOnce() {
    var calls = new java.util.concurrent.atomic.AtomicInteger();
    Dataset kept =
        Dataset.range(1000)
            .map(
                row -> {
                  calls.incrementAndGet();
                  return row;
                })
            .materialize();
    assertThat(ids(kept)).isEqualTo(ids(kept)).hasSize(1000);
    assertThat(calls).hasValue(1000);
    assertThatThrownBy(() -> kept.spec(DataConfig.split()).text())
        .hasMessageContaining("does not travel");
  }

  @Test
  void cachedRowsAreComputedInTheFirstPassAlone() {
    var calls = new java.util.concurrent.atomic.AtomicInteger();
    Shard shard =
        Dataset.range(1000)
            .repartition(100)
            .map(
                row -> {
                  calls.incrementAndGet();
                  return row;
                })
            .cache()
            .shuffleWindow(300, 1)
            .shard();
    for (int pass = 0; pass < 3; pass++) {
      long sum = 0;
      for (Batch batch : shard.batches(64)) {
        sum += java.util.stream.LongStream.of(batch.longs("id")).sum();
      }
      assertThat(sum).isEqualTo(499_500);
    }
    assertThat(calls).hasValue(1000);
  }

  @Test
  void aFailingFunctionIsNamedWithItsRow() {
    Dataset dataset = Dataset.range(10).map(row -> row.with("x", 1 / (row.whole("id") - 3)));
    assertThatThrownBy(dataset::takeAll)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("map of row 3 of range rows 0 to 10")
        .hasMessageContaining("/ by zero");
    assertThat(dataset.badRecords(BadRecords.skip()).count()).isEqualTo(10);
    assertThat(dataset.badRecords(BadRecords.skip()).takeAll()).hasSize(9);
  }

  @Test
  void badRecordsGoToASideOutputIfAskedFor() throws Exception {
    Path csv = Files.writeString(directory.resolve("a.csv"), "x,y\n1,2\nno,3\n5,6\n");
    Path side = directory.resolve("bad");
    Dataset dataset = Dataset.csv(CsvOptions.defaults().type("x", "i64"), csv.toString());
    assertThatThrownBy(dataset::takeAll)
        .hasMessageContaining("a.csv line 3: column \"x\": \"no\" is no i64 in \"no,3\"");
    assertThat(dataset.badRecords(BadRecords.sideOutput(side.toString())).takeAll()).hasSize(2);
    try (var files = Files.list(side)) {
      assertThat(Files.readString(files.findFirst().orElseThrow()))
          .contains("\"record\":\"no,3\"", "line 3");
    }
  }

  @Test
  void aBatchThatIsOverSaysSo() {
    try (Batches<Batch> batches = Dataset.range(10).batches(5)) {
      var all = batches.iterator();
      Batch first = all.next();
      Batch kept = first.retain();
      all.next();
      assertThatThrownBy(() -> first.longs("id")).hasMessageContaining("this batch is over");
      assertThat(kept.longs("id")).containsExactly(0, 1, 2, 3, 4);
      kept.close();
    }
  }

  @Test
  void anUnknownColumnIsNamedWithThoseThatExist() {
    assertThatThrownBy(() -> Dataset.range(3).select("x").takeAll())
        .hasMessageContaining("there is no column \"x\"; there are id");
  }

  @Test
  void showsRowsAsATable() {
    assertThat(Dataset.ofRecords(List.of(new Point(1, 2.5, "abc"))).show(5))
        .isEqualTo("x  y    name\n1  2.5  abc\n");
  }
}
