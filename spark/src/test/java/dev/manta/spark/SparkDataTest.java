package dev.manta.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.DataConfig;
import dev.manta.data.DataHost;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Shard;
import dev.manta.data.Split;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.spark.sql.Column;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Real Spark, which is heavy: `mvn -Pspark` brings it.
@Timeout(300)
class SparkDataTest {
  private static final int ROWS = 1000;

  @RegisterExtension static final LocalSpark SPARK = new LocalSpark();

  @TempDir Path directory;

  private static org.apache.spark.sql.Dataset<org.apache.spark.sql.Row> frame() {
    return SPARK
        .session()
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
    requireAllRows(SparkData.dataset(frame(), directory.resolve("frame").toString()).sort("id"));
  }

  @Test
  void aStreamedFrameHasTheSameRowsInTheOrderOfItsPartitions() {
    requireAllRows(SparkData.stream("ordered", frame().coalesce(2)));
    requireAllRows(
        SparkData.stream(
            "ordered", frame().repartitionByRange(7, new Column("id")).sortWithinPartitions("id")));
  }

  @Test
  void momentsAndDatesAreStreamedWhateverJavaClassesSparkHasForThem() {
    var frame =
        SPARK
            .session()
            .range(3)
            .selectExpr(
                "timestamp_seconds(id - 1) AS `a moment`",
                "timestamp_ntz'2024-05-06 07:08:09' AS local",
                "IF(id = 1, NULL, date_add(DATE'1970-01-01', CAST(id AS INT) - 1)) AS day");
    List<Row> rows = SparkData.stream("moments", frame.coalesce(1)).takeAll();
    for (int i = 0; i < 3; i++) {
      Map<String, @Nullable Object> row = rows.get(i).toMap();
      assertThat(row).containsEntry("a moment", Instant.ofEpochSecond(i - 1));
      assertThat(row).containsEntry("local", LocalDateTime.of(2024, 5, 6, 7, 8, 9));
      assertThat(row)
          .containsEntry("day", i == 1 ? null : LocalDate.of(1970, 1, 1).plusDays(i - 1));
    }
  }

  private static void requireAllRows(Dataset dataset) {
    List<Row> rows = dataset.takeAll();
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

  private static List<Long> ids(Batches<Batch> batches) {
    List<Long> ids = new ArrayList<>();
    for (Batch batch : batches) {
      LongStream.of(batch.longs("id")).forEach(ids::add);
    }
    return ids;
  }

  @Test
  void aStreamResumesInTheMiddle() {
    Dataset dataset = SparkData.stream("middle", frame().repartition(8).persist());
    Dataset shuffled = dataset.filter(row -> row.whole("id") % 3 != 1).shuffleWindow(300, 1);
    List<Long> all = ids(shuffled.batches(64));
    Shard first = shuffled.shard();
    try (Batches<Batch> batches = first.batches(64)) {
      Iterator<Batch> some = batches.iterator();
      for (int i = 0; i < 5; i++) {
        some.next();
      }
    }
    Shard second = shuffled.shard();
    second.seek(first.cursor());
    assertThat(ids(second.batches(64))).isEqualTo(all.subList(5 * 64, all.size()));
    assertThat(all).hasSize(ROWS - ROWS / 3).doesNotHaveDuplicates();
  }

  record Config(int epochs) {}

  /// The rows that all ranks saw, and the sum of their numbers.
  static long[] train(TrainContext<Config> ctx) {
    long[] seen = new long[2];
    for (int _ : ctx.epochs(ctx.config().epochs())) {
      for (Batch batch : ctx.dataset("train").batches(50)) {
        if (!batch.isPadding()) {
          seen[0] += batch.rows();
          seen[1] += LongStream.of(batch.longs("id")).sum();
        }
      }
    }
    ctx.collectives().allReduce(seen, Op.SUM);
    return seen;
  }

  @Test
  void workersReadAFrameThroughADataHostBesideSpark() {
    String token = "a token that nobody guesses";
    System.setProperty(DataHost.TOKEN_PROPERTY, token);
    var loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    try (DataHost host = DataHost.open(loopback)) {
      DataConfig reached = DataConfig.split().dataHosts(2, "127.0.0.1:" + host.port());
      RunConfig run =
          RunConfig.named("spark")
              .storage(directory.toString())
              .environment(DataHost.TOKEN_VARIABLE, token)
              .quiet();
      Result result =
          Trainer.of(SparkDataTest::train, new Config(2))
              .scaling(ScalingConfig.workers(2))
              .run(run)
              .dataset("train", SparkData.stream("train", frame().coalesce(2)), reached)
              .fit();
      assertThat(result.returnValue(long[].class).orElseThrow())
          .containsExactly(2L * ROWS, (long) ROWS * (ROWS - 1));
    }
  }

  @Test
  void aFrameOfAnotherProcessIsNamedWithTheWayToIt() {
    Dataset dataset = Dataset.from(new SparkSource("elsewhere", List.of(3L, 4L), 10));
    assertThatThrownBy(dataset::takeAll)
        .hasMessageContaining("the data frame \"elsewhere\" is not in this process")
        .hasMessageContaining("DataHost");
  }

  @Test
  void aPartitionThatIsLargerThanTheBoundComesInPiecesOfTheBound() {
    var frame = frame().coalesce(2);
    requireAllRows(SparkData.stream("large", frame, 64));
    SparkSource source = SparkFrames.add("large", frame, 64);
    assertThat(source.rows()).containsExactly(500L, 500L);
    List<Split> splits = source.open().splits();
    assertThat(splits).hasSize(16);
    for (Split split : splits) {
      assertThat(split.rows()).hasValue(split.place().contains("rows 448 to 500") ? 52 : 64);
    }
    List<org.apache.spark.sql.Row> piece =
        SparkFrames.of("large").piece(new SparkPiece(1, 128, 64, false));
    assertThat(piece).hasSize(64);
    assertThat(piece.getFirst().getLong(0)).isEqualTo(500 + 128);
  }

  @Test
  void aFrameInPiecesResumesInTheMiddle() {
    Dataset dataset = SparkData.stream("pieces", frame().coalesce(1), 100).shuffleWindow(200, 3);
    List<Long> all = ids(dataset.batches(64));
    Shard first = dataset.shard();
    try (Batches<Batch> batches = first.batches(64)) {
      Iterator<Batch> some = batches.iterator();
      for (int i = 0; i < 7; i++) {
        some.next();
      }
    }
    Shard second = dataset.shard();
    second.seek(first.cursor());
    assertThat(ids(second.batches(64))).isEqualTo(all.subList(7 * 64, all.size()));
    assertThat(all).hasSize(ROWS).doesNotHaveDuplicates();
  }

  @Test
  void partitionsWithoutRowsHaveTheirColumnsAllTheSame() {
    Dataset nothing = SparkData.stream("nothing", frame().where("id < 0").coalesce(2));
    assertThat(nothing.count()).isZero();
    assertThat(nothing.schema().names()).startsWith("id", "half");
  }

  @Test
  void aFrameThatHasOtherRowsEachTimeIsRefused() {
    SparkFrames.add("changing", frame().coalesce(1), 600);
    SparkFrames.Frame frame = SparkFrames.of("changing");
    assertThatThrownBy(() -> frame.piece(new SparkPiece(0, 0, ROWS + 1, true)))
        .hasMessageContaining("had 1001 rows from row 0 on before and has 1000 now")
        .hasMessageContaining("persist the frame first");
    assertThatThrownBy(() -> frame.piece(new SparkPiece(0, 600, 300, true)))
        .hasMessageContaining("had 300 rows from row 600 on before and has 400 now");
  }

  @Test
  void typesThatColumnsDoNotHoldAreNamed() {
    var nested = frame().selectExpr("map('a', id) AS words");
    assertThatThrownBy(() -> SparkData.stream("words", nested))
        .hasMessageContaining("column \"words\" is of Spark's type map<string,bigint>");
  }

  @Test
  void whatIsThereIsNotWrittenOver() {
    String place = directory.resolve("frame").toString();
    SparkData.dataset(frame(), place);
    assertThatThrownBy(() -> SparkData.dataset(frame(), place)).hasMessageContaining("frame");
  }
}
