package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Values that must not be rounded on their way, see `docs/reference/data.md`.
@Timeout(300)
class ExactValuesTest {
  private static final String LARGEST = "18446744073709551615";

  @TempDir Path directory;

  private String file(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text).toString();
  }

  @Test
  void csvIntegersAbove63BitsAreUnsigned() throws IOException {
    Dataset csv = Dataset.csv(file("a.csv", "a,b\n1,1\n" + LARGEST + ",2\n"));
    assertThat(csv.schema()).hasToString("a u64, b i64");
    assertThat(csv.takeAll()).hasToString("[{a=1, b=1}, {a=" + LARGEST + ", b=2}]");
  }

  @Test
  void csvIntegersThatNo64BitsHoldAreDecimalsOrTexts() throws IOException {
    Dataset mixed = Dataset.csv(file("a.csv", "a\n-1\n" + LARGEST + "\n"));
    assertThat(mixed.schema()).hasToString("a decimal(20,0)");
    assertThat(mixed.takeAll()).hasToString("[{a=-1}, {a=" + LARGEST + "}]");
    Dataset huge = Dataset.csv(file("b.csv", "a\n7\n123456789012345678901234567890\n"));
    assertThat(huge.takeAll()).hasToString("[{a=7}, {a=123456789012345678901234567890}]");
    String digits = "1".repeat(50);
    assertThat(Dataset.csv(file("c.csv", "a\n7\n" + digits + "\n")).takeAll())
        .hasToString("[{a=7}, {a=" + digits + "}]");
  }

  @Test
  void csvIntegersAmongRealNumbersAreReal() throws IOException {
    Dataset csv = Dataset.csv(file("a.csv", "a\n0.5\n" + LARGEST + "\n-3\n"));
    assertThat(csv.schema()).hasToString("a f64");
    assertThat(csv.takeAll()).hasToString("[{a=0.5}, {a=1.8446744073709552E19}, {a=-3.0}]");
  }

  @Test
  void jsonIntegersAbove63BitsAreExact() throws IOException {
    Dataset json =
        Dataset.jsonLines(
            file(
                "a.jsonl",
                "{\"a\":1,\"b\":-1,\"c\":[1],\"d\":0.5}\n{\"a\":%1$s,\"b\":%1$s,\"c\":[%1$s],\"d\":%1$s}\n"
                    .formatted(LARGEST)));
    assertThat(json.schema()).hasToString("a u64, b decimal(20,0), c list<u64>, d f64");
    Row row = json.takeAll().get(1);
    assertThat(row.value("a")).isEqualTo(new BigInteger(LARGEST));
    assertThat(row.value("b")).isEqualTo(new BigDecimal(LARGEST));
    assertThat(row.value("d")).isEqualTo(0x1p64);
  }

  @Test
  void aJsonIntegerThatComesLateAndDoesNotFitIsABadRecord() throws IOException {
    String lines = "{\"a\":1}\n".repeat(1001) + "{\"a\":%s}\n".formatted(LARGEST);
    Dataset json = Dataset.jsonLines(file("a.jsonl", lines));
    assertThatThrownBy(json::takeAll)
        .hasMessageContaining(
            "a.jsonl line 1002: column \"a\": " + LARGEST + " is not a value of type i64");
    Dataset given = Dataset.jsonLines(Map.of("a", "u64"), directory + "/a.jsonl");
    assertThat(given.skip(1001).takeAll()).hasToString("[{a=" + LARGEST + "}]");
  }

  @Test
  void sumsOfUnsignedIntegersAreExact() throws IOException {
    Dataset csv =
        Dataset.csv(
            CsvOptions.defaults().type("a", "u64"),
            file("a.csv", "k,a\n1,9007199254740993\n1,9223372036854775808\n"));
    Dataset sums = csv.groupBy("k").aggregate(Aggregate.sum("a"));
    assertThat(sums.schema()).hasToString("k i64, sum_a u64");
    assertThat(sums.takeAll()).hasToString("[{k=1, sum_a=9232379236109516801}]");
  }

  @Test
  void aSumOfUnsignedIntegersWithoutRoomIsRefused() throws IOException {
    Dataset csv = Dataset.csv(file("a.csv", "k,a\n1,1\n1,%s\n".formatted(LARGEST)));
    assertThatThrownBy(() -> csv.groupBy("k").aggregate(Aggregate.sum("a")).takeAll())
        .hasMessageContaining("sum_a does not fit into u64");
  }

  @Test
  void sumsOfDecimalsAreExact() throws IOException {
    Dataset csv =
        Dataset.csv(
            CsvOptions.defaults().type("a", "decimal(20,2)"),
            file("a.csv", "k,a\n1,90071992547409.93\n1,0.01\n1,\n2,-5.00\n3,\n"));
    Dataset sums = csv.groupBy("k").aggregate(Aggregate.sum("a"));
    assertThat(sums.schema()).hasToString("k i64, sum_a decimal(38,2)");
    assertThat(sums.takeAll())
        .hasToString("[{k=1, sum_a=90071992547409.94}, {k=2, sum_a=-5.00}, {k=3, sum_a=0.00}]");
  }

  @Test
  void theLeastAndTheGreatestLeaveOutNaN() {
    Dataset rows =
        Dataset.of(
            List.of(
                Row.of("k", 1, "x", Double.NaN),
                Row.of("k", 1, "x", 2.0),
                Row.of("k", 1, "x", -1.0),
                Row.of("k", 1, "x", null),
                Row.of("k", 2, "x", null),
                Row.of("k", 2, "x", Double.NaN)));
    assertThat(rows.groupBy("k").aggregate(Aggregate.min("x"), Aggregate.max("x")).takeAll())
        .hasToString("[{k=1, min_x=-1.0, max_x=2.0}, {k=2, min_x=NaN, max_x=NaN}]");
  }

  @Test
  void halfOfAPairOfSurrogatesIsRefused() throws IOException {
    assertThatThrownBy(() -> Dataset.of(List.of(Row.of("x", "a\uD83D"))).takeAll())
        .hasMessageContaining("column \"x\"")
        .hasMessageContaining("half of a surrogate pair");
    Dataset json =
        Dataset.jsonLines(file("a.jsonl", "{\"x\":\"\\ud83d\\ude00\"}\n{\"x\":\"\\ude00\"}\n"));
    assertThatThrownBy(json::takeAll)
        .hasMessageContaining("a.jsonl line 2")
        .hasMessageContaining("half of a surrogate pair");
    assertThat(json.badRecords(BadRecords.skip()).takeAll()).hasToString("[{x=\uD83D\uDE00}]");
  }
}
