package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.data.memory.BatchMemory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Java values in rows, and the columns that they become.
@Timeout(300)
class ColumnValuesTest {
  @TempDir Path directory;

  private static Dataset of(@Nullable Object... values) {
    return Dataset.of(Stream.of(values).map(value -> Row.of("x", value)).toList());
  }

  private static List<@Nullable Object> values(Dataset dataset) {
    List<@Nullable Object> all = new ArrayList<>();
    dataset.takeAll().forEach(row -> all.add(row.value("x")));
    return all;
  }

  @Test
  void typesBecomeAsWideAsValuesNeed() {
    assertThat(values(of(1, 5_000_000_000L))).containsExactly(1L, 5_000_000_000L);
    assertThat(values(of((byte) 1, (short) 300))).containsExactly((short) 1, (short) 300);
    assertThat(values(of(1, null, 2.5))).containsExactly(1.0, null, 2.5);
    assertThat(values(of(1.5f, 0.1))).containsExactly(1.5, 0.1);
    assertThat(of(new int[] {1}, new double[] {2.5}).schema()).hasToString("x list<f64>");
    Dataset mapped =
        Dataset.range(3)
            .map(row -> Row.of("x", row.whole("id") == 1 ? (Object) 0.5 : row.whole("id")));
    assertThat(values(mapped)).containsExactly(0.0, 0.5, 2.0);
  }

  @Test
  void nullsAndEmptyListsDecideOnNoType() {
    Dataset lists = of(null, List.of(), List.of(1L, 2L));
    assertThat(lists.schema()).hasToString("x list<i64>");
    assertThat(values(lists)).containsExactly(null, new long[0], new long[] {1, 2});
    assertThat(of(List.of(List.of()), List.of(List.of("a"))).schema())
        .hasToString("x list<list<text>>");
  }

  @Test
  void valuesWithoutACommonTypeAreNamedWithColumnAndRow() {
    assertThatThrownBy(() -> of(1, "two"))
        .hasMessage("row 1: column \"x\" is of i32, and \"two\" is a text");
    assertThatThrownBy(() -> of(1L, Instant.EPOCH))
        .hasMessage(
            "row 1: column \"x\" is of i64, where the Instant 1970-01-01T00:00:00Z does not fit");
  }

  @Test
  void aColumnOfAGivenTypeRefusesWhatItHasNoRoomFor() {
    Schema schema = Schema.of(new Field("x", Type.Scalar.I8), new Field("u", Type.Scalar.U8));
    var rows = new BatchBuilder(new BatchMemory(), schema);
    rows.add(Row.of("x", -128, "u", 255L));
    assertThatThrownBy(() -> rows.add(Row.of("x", 300, "u", 0)))
        .hasMessage("column \"x\" is of i8, where the Integer 300 does not fit");
    assertThatThrownBy(() -> rows.add(Row.of("x", 1, "u", -1)))
        .hasMessage("column \"u\" is of u8, where the Integer -1 does not fit");
    try (Batch batch = rows.build()) {
      assertThat(batch.toRows()).hasToString("[{x=-128, u=255}]");
    }
  }

  @Test
  void aRowThatIsRefusedLeavesNothing() {
    Schema schema =
        Schema.of(
            new Field("text", Type.Scalar.TEXT),
            new Field("flag", Type.Scalar.BOOL),
            new Field("list", new Type.ListOf(Type.Scalar.I32)));
    var rows = new BatchBuilder(new BatchMemory(), schema);
    rows.add(Row.of("text", "a", "flag", false, "list", List.of(1, 2)));
    assertThatThrownBy(
            () -> rows.add(Row.of("text", "bad", "flag", true, "list", List.of(3, "no"))))
        .hasMessageContaining("column \"list\" is of i32, and \"no\" is a text");
    rows.add(Row.of("text", "b", "flag", false, "list", List.of(4)));
    try (Batch batch = rows.build()) {
      assertThat(batch.row(1).value("list")).isEqualTo(new int[] {4});
      assertThat(batch.row(1).truth("flag")).isFalse();
      assertThat(batch.texts("text")).containsExactly("a", "b");
    }
  }

  @Test
  void largeIntegersAndDecimalsKeepTheirDigits() {
    BigInteger large = BigInteger.TWO.pow(64);
    assertThat(values(of(1L, large))).containsExactly(BigDecimal.ONE, new BigDecimal(large));
    BigDecimal exact = new BigDecimal("12345678901234567890.10");
    assertThat(values(of(exact).map(row -> row))).containsExactly(exact);
    assertThatThrownBy(() -> of(BigInteger.TEN.pow(40))).hasMessageContaining("does not fit");
  }

  @Test
  void mapKeepsTypesThatHoldMoreThanJavaTells() {
    Schema schema =
        Schema.of(
            new Field("d", new Type.Decimal(10, 2)),
            new Field("t", new Type.TimeOfDay(Type.Unit.MILLIS)),
            new Field("s", new Type.Timestamp(Type.Unit.NANOS, true)),
            new Field("l", new Type.Timestamp(Type.Unit.SECONDS, false)),
            new Field("u", Type.Scalar.U64));
    Row row =
        Row.of(
            "d",
            new BigDecimal("1.50"),
            "t",
            LocalTime.of(1, 2, 3),
            "s",
            Instant.ofEpochSecond(1, 123_456_789),
            "l",
            LocalDateTime.of(2024, 1, 2, 3, 4, 5),
            "u",
            BigInteger.TWO.pow(63));
    Dataset dataset = Dataset.from(new OneRow(schema, row)).map(each -> each);
    assertThat(dataset.schema()).isEqualTo(schema);
    assertThat(dataset.takeAll()).hasToString("[" + row + "]");
    Row nulls = Row.of("d", null, "t", null, "s", null, "l", null, "u", null);
    assertThat(Dataset.from(new OneRow(schema, nulls)).map(each -> each).schema())
        .isEqualTo(schema);
  }

  @Test
  void decimalsAndUnsignedNumbersAreComparedOrderedAndGrouped() {
    Dataset decimals = of(new BigDecimal("10.5"), new BigDecimal("9.25"), new BigDecimal("-1"));
    assertThat(values(decimals.sort("x"))).hasToString("[-1.00, 9.25, 10.50]");
    assertThat(decimals.where(Condition.more("x", 9.5)).count()).isEqualTo(1);
    assertThat(decimals.groupBy().aggregate(Aggregate.sum("x")).takeAll().getFirst().real("sum_x"))
        .isEqualTo(18.75);
    Schema schema = Schema.of(new Field("x", Type.Scalar.U64));
    BigInteger large = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    Dataset unsigned =
        Dataset.from(new OneRow(schema, Row.of("x", large)))
            .union(Dataset.from(new OneRow(schema, Row.of("x", 1))));
    assertThat(values(unsigned.sort("x"))).containsExactly(1L, large);
    assertThat(unsigned.where(Condition.more("x", 1e10)).count()).isEqualTo(1);
    assertThat(unsigned.map(row -> row).takeAll()).hasSize(2);
  }

  @Test
  void textSinksWriteAllDigits() throws Exception {
    BigInteger large = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
    Schema schema =
        Schema.of(new Field("u", Type.Scalar.U64), new Field("d", new Type.Decimal(30, 10)));
    BigDecimal decimal = new BigDecimal("12345678901234567890.0123456789");
    Dataset dataset = Dataset.from(new OneRow(schema, Row.of("u", large, "d", decimal)));
    dataset.write(Sink.csv(), directory + "/csv");
    dataset.write(Sink.jsonLines(), directory + "/json");
    assertThat(directory.resolve("csv/part-00000.csv")).hasContent("u,d\n" + large + "," + decimal);
    assertThat(directory.resolve("json/part-00000.jsonl"))
        .hasContent("{\"u\":" + large + ",\"d\":" + decimal + "}");
  }

  @Test
  void nullsAreNotANumberAndNoInteger() {
    Dataset nulls = Dataset.of(List.of(Row.of("x", 1.5f, "n", 1), Row.of("x", null, "n", null)));
    try (Batches<Batch> batches = nulls.batches(2)) {
      Batch batch = batches.iterator().next();
      assertThat(batch.floats("x")).containsExactly(1.5f, Float.NaN);
      assertThat(batch.doubles("n")).containsExactly(1, Double.NaN);
      assertThat(batch.matrix(List.of("n", "x"))).containsExactly(1, 1.5f, Float.NaN, Float.NaN);
      assertThatThrownBy(() -> batch.longs("n"))
          .hasMessageStartingWith("column \"n\" is null in row 1, which no integer says");
      assertThatThrownBy(() -> batch.ints("n")).hasMessageContaining("is null in row 1");
    }
    nulls.write(Sink.npy("x"), directory + "/x");
    assertThat(values(Dataset.npy(directory + "/x").rename("data", "x")))
        .containsExactly(1.5f, Float.NaN);
    assertThatThrownBy(() -> nulls.write(Sink.npy("n"), directory + "/n"))
        .hasMessageContaining("column \"n\" has a null");
  }

  @Test
  void aTextWhereANumberIsWantedIsNamedWithItsColumn() {
    try (Batches<Batch> batches = of("a").batches(1)) {
      Batch batch = batches.iterator().next();
      assertThatThrownBy(() -> batch.floats("x")).hasMessage("column \"x\" is of text, no number");
      assertThatThrownBy(() -> batch.row(0).real("x"))
          .hasMessage("column \"x\" is of text, no number");
    }
  }

  @Test
  void numbersThatJsonCannotWriteAreReadBack() {
    Dataset reals = of(Double.NaN, Double.NEGATIVE_INFINITY);
    reals.write(Sink.jsonLines(), directory + "/json");
    assertThat(values(Dataset.jsonLines(directory + "/json")))
        .containsExactly(Double.NaN, Double.NEGATIVE_INFINITY);
  }

  /// A row in columns of given types.
  record OneRow(Schema schema, Row row) implements Source, SourceReader {
    @Override
    public SourceReader open() {
      return this;
    }

    @Override
    public List<Split> splits() {
      return List.of(Split.ofRows("one", "one", 0, 1, 64));
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      var rows = new BatchBuilder(reading.memory(), schema);
      rows.add(row);
      return rows.build();
    }
  }

  @Test
  void aNumberThatIsNoneIsNoInteger() {
    Dataset labels = Dataset.of(List.of(Row.of("y", 1.0), Row.of("y", Double.NaN)));

    try (Batches<Batch> batches = labels.batches(2)) {
      Batch batch = batches.iterator().next();
      assertThat(batch.doubles("y")).containsExactly(1, Double.NaN);
      assertThatThrownBy(() -> batch.longs("y"))
          .hasMessageContaining("column \"y\" is NaN in row 1, which no integer says");
      assertThatThrownBy(() -> batch.ints("y")).hasMessageContaining("is NaN in row 1");
      assertThatThrownBy(() -> batch.row(1).whole("y")).hasMessageContaining("is NaN in row 1");
    }
    for (Row row : labels.skip(1).takeAll()) {
      assertThatThrownBy(() -> row.whole("y")).hasMessageContaining("\"y\" is NaN");
    }
  }
}
