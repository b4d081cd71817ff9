package dev.manta.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Integers that a floating-point number cannot tell from their neighbours.
class ExactConditionsTest {
  private static final long EXACT = 1L << 53;

  @TempDir Path directory;

  private Dataset column(String type, String... values) throws IOException {
    Path file = directory.resolve("a.csv");
    Files.writeString(file, "x\n" + String.join("\n", values) + "\n");
    return Dataset.csv(CsvOptions.defaults().type("x", type), file.toString());
  }

  @ParameterizedTest
  @ValueSource(strings = {"i64", "u64", "decimal(38,0)"})
  void anIntegerOfAnySizeIsFoundAlone(String type) throws IOException {
    Dataset all = column(type, "9007199254740992", "9007199254740993", "9007199254740994");
    assertThat(all.where(Condition.equal("x", EXACT + 1)).takeAll())
        .hasToString("[{x=9007199254740993}]");
    assertThat(all.where(Condition.more("x", EXACT)).takeAll()).hasSize(2);
  }

  @Test
  void aMomentIsFoundAlone() throws IOException {
    Dataset all =
        column(
            "timestamp[nanos]", "2024-01-01T00:00:00.000000001", "2024-01-01T00:00:00.000000002");
    long nanos = 1_704_067_200_000_000_002L;
    assertThat(all.where(Condition.equal("x", nanos)).takeAll()).hasSize(1);
  }

  @Test
  void numbersAboveThoseWithASignAreComparedAsTheyAre() throws IOException {
    Dataset all = column("u64", "1", "18446744073709551615");
    assertThat(all.where(Condition.equal("x", -1)).takeAll()).isEmpty();
    assertThat(all.where(Condition.more("x", 1)).takeAll())
        .hasToString("[{x=18446744073709551615}]");
  }

  @Test
  void theLargestIntegersAreToldApart() throws IOException {
    String most = Long.toString(Long.MAX_VALUE);
    Dataset signed = column("i64", Long.toString(Long.MAX_VALUE - 1), most);
    assertThat(signed.where(Condition.equal("x", Long.MAX_VALUE)).takeAll()).hasSize(1);
    Dataset all = column("u64", most, "9223372036854775808");
    assertThat(all.where(Condition.equal("x", Long.MAX_VALUE)).takeAll()).hasSize(1);
    assertThat(all.where(Condition.more("x", 0x1p63)).takeAll()).isEmpty();
  }
}
