package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.spi.json.JsonException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowTimesTest {
  private final RowTimes times = new RowTimes();

  private static Instant near(Random random, Instant before) {
    return before.plusSeconds(random.nextInt(-70, 70)).plusNanos(random.nextLong(2_000_000_000));
  }

  private static Stream<Instant> instants() {
    var random = new Random(7);
    Instant first = Instant.parse("1969-12-31T23:58:00Z");
    Stream<Instant> odd =
        Stream.of("0000-01-01T00:00:00Z", "+12345-01-31T12:00:00.5Z").map(Instant::parse);
    return Stream.concat(odd, Stream.iterate(first, at -> near(random, at)).limit(10_000));
  }

  @Test
  void timesAreThoseThatInstantReads() {
    assertThat(instants()).allSatisfy(at -> assertThat(times.read(at.toString())).isEqualTo(at));
  }

  @Test
  void everyLengthOfAFractionIsRead() {
    for (String fraction : new String[] {"", ".1", ".12", ".123", ".123456", ".123456789"}) {
      String text = "2026-01-31T12:00:07" + fraction + "Z";
      assertThat(times.read(text)).isEqualTo(Instant.parse(text));
    }
  }

  @Test
  void whatIsNoTimeIsRefusedAsInstantRefusesIt() {
    times.read("2026-01-31T12:00:00Z");
    for (String end : new String[] {":00", ":0xZ", ":00.Z", ":00.1234567890Z", ":61Z", "Z", ""}) {
      String text = "2026-01-31T12:00" + end;
      assertThat(outcome(() -> times.read(text))).isEqualTo(outcome(() -> Instant.parse(text)));
    }
    assertThatThrownBy(() -> times.read("2026-01-31T12:00:0xZ"))
        .isInstanceOf(JsonException.class)
        .hasMessage("\"2026-01-31T12:00:0xZ\" is not a time");
  }

  private static Optional<Instant> outcome(Supplier<Instant> read) {
    try {
      return Optional.of(read.get());
    } catch (DateTimeParseException | JsonException _) {
      return Optional.empty();
    }
  }
}
