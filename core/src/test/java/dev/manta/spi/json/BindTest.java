package dev.manta.spi.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BindTest {
  enum Colour {
    RED,
    GREEN
  }

  sealed interface Layer permits Dense, Pool, Other {}

  record Dense(int size, double[] weights) implements Layer {}

  record Pool() implements Layer {}

  sealed interface Other extends Layer {}

  record Custom(String name) implements Other {}

  record Config(double lr, int batchSize, long seed, boolean shuffle, String name) {}

  record Everything(
      Config config,
      List<Layer> layers,
      Map<String, List<Integer>> sizes,
      Map<Integer, Colour> colours,
      Optional<String> note,
      OptionalInt limit,
      OptionalDouble bar,
      Duration timeout,
      Instant at,
      byte[] bytes,
      long[] offsets,
      Set<Colour> palette,
      Json free,
      @Nullable String nickname,
      Object untyped,
      float half,
      short small,
      char letter) {}

  record Positive(int value) {
    Positive {
      if (value <= 0) {
        throw new IllegalArgumentException("value " + value + " is not positive");
      }
    }
  }

  record Holder(Positive inner) {}

  record Typed(String type) implements Bad {}

  sealed interface Bad permits Typed {}

  private static final Config CONFIG = new Config(0.1, 64, Long.MAX_VALUE, true, "digits");

  private static Everything everything() {
    return new Everything(
        CONFIG,
        List.of(
            new Dense(2, new double[] {1, Double.NEGATIVE_INFINITY}), new Pool(), new Custom("x")),
        Map.of("a", List.of(1, 2)),
        Map.of(7, Colour.GREEN),
        Optional.of("n"),
        OptionalInt.of(3),
        OptionalDouble.empty(),
        Duration.ofSeconds(90),
        Instant.parse("2026-01-01T00:00:00.123456789Z"),
        new byte[] {1, 2, -1},
        new long[] {1, -5},
        Set.of(Colour.RED),
        Json.parse("{\"k\":[null]}"),
        null,
        Map.of("deep", List.of(1L, "x", true)),
        0.5f,
        (short) 12,
        'q');
  }

  private record Private(int number, @Nullable String text) {
    @Override
    public int number() {
      if (number < 0) {
        throw new IllegalStateException("below zero");
      }
      return number;
    }
  }

  @Test
  void whatIsWrittenOftenIsWrittenAsAtFirst() {
    Json first = Bind.write(everything());
    Json hidden = Bind.write(new Private(7, null));
    for (int i = 0; i < 3_000; i++) {
      assertThat(Bind.write(everything())).isEqualTo(first);
      assertThat(Bind.write(new Private(7, null))).isEqualTo(hidden);
    }
    assertThat(hidden.text()).isEqualTo("{\"number\":7}");
    assertThatThrownBy(() -> Bind.write(new Private(-1, "x")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void everyKindOfComponentRoundTrips() {
    Json json = Bind.write(everything());
    Everything back = Bind.read(Json.parse(json.text()), Everything.class);
    assertThat(back).usingRecursiveComparison().isEqualTo(everything());
    assertThat(Bind.write(back)).isEqualTo(json);
  }

  @Test
  void aRecordIsWrittenInTheOrderOfItsComponents() {
    assertThat(Bind.write(CONFIG).text())
        .isEqualTo(
            "{\"lr\":0.1,\"batchSize\":64,\"seed\":9223372036854775807,\"shuffle\":true,\"name\":\"digits\"}");
  }

  @Test
  void aSealedInterfaceIsToldByItsTypeField() {
    Json json = Bind.write(new Custom("x"), Layer.class);
    assertThat(json.text()).isEqualTo("{\"type\":\"Custom\",\"name\":\"x\"}");
    assertThat(Bind.read(json, Layer.class)).isEqualTo(new Custom("x"));
    assertThat(Bind.read(json, Custom.class)).isEqualTo(new Custom("x"));
  }

  @Test
  void emptyOptionalsAreLeftOutAndMissingCollectionsAreEmpty() {
    record Loose(Optional<String> note, List<String> items, Map<String, String> tags) {}
    Loose empty = new Loose(Optional.empty(), List.of(), Map.of());
    assertThat(Bind.read(JsonObject.EMPTY, Loose.class)).isEqualTo(empty);
    assertThat(Bind.write(empty).text()).isEqualTo("{\"items\":[],\"tags\":{}}");
  }

  private static void refused(String json, Class<?> type, String message) {
    assertThatThrownBy(() -> Bind.read(Json.parse(json), type, "config"))
        .isInstanceOf(JsonException.class)
        .hasMessage(message);
  }

  @Test
  void aValueOfTheWrongKindIsNamedWithItsPath() {
    String rest = ",\"batchSize\":1,\"seed\":1,\"shuffle\":true,\"name\":\"n\"}";
    refused("{\"lr\":\"abc\"" + rest, Config.class, "config.lr: expected a number, found \"abc\"");
    refused("[]", Config.class, "config: expected an object, found an array");
  }

  @Test
  void anIntegerThatDoesNotFitIsRefused() {
    record Sizes(List<Integer> sizes) {}
    refused(
        "{\"sizes\":[1,3000000000]}",
        Sizes.class,
        "config.sizes[1]: expected an int, found 3000000000");
    refused("{\"sizes\":[0.5]}", Sizes.class, "config.sizes[0]: expected an integer, found 0.5");
    assertThat(Bind.read(Json.parse("{\"sizes\":[1e3]}"), Sizes.class).sizes())
        .containsExactly(1000);
  }

  @Test
  void unknownAndMissingFieldsAreNamed() {
    refused(
        "{\"name\":\"a\",\"nam\":1}", Custom.class, "config.nam: is unknown; Custom has [name]");
    refused("{}", Custom.class, "config.name: is missing; expected String");
    refused("{\"name\":null}", Custom.class, "config.name: is missing; expected String");
  }

  @Test
  void anUnknownCaseOrConstantNamesTheKnownOnes() {
    record Paint(Colour colour) {}
    refused(
        "{\"type\":\"Conv\"}",
        Layer.class,
        "config.type: expected one of [Dense, Pool, Custom], found \"Conv\"");
    refused("{}", Layer.class, "config.type: expected one of [Dense, Pool, Custom], found nothing");
    refused(
        "{\"colour\":\"BLUE\"}",
        Paint.class,
        "config.colour: expected one of [RED, GREEN], found \"BLUE\"");
  }

  @Test
  void aRecordsOwnRefusalIsShownWithItsPath() {
    refused("{\"inner\":{\"value\":-1}}", Holder.class, "config.inner: value -1 is not positive");
  }

  @Test
  void aTextThatIsNoDurationSaysHowOneLooks() {
    record Waits(Duration limit) {}
    refused(
        "{\"limit\":\"5s\"}",
        Waits.class,
        "config.limit: expected a duration like PT1M30S, found \"5s\"");
  }

  @Test
  void aComponentNamedTypeInASealedInterfaceIsRefused() {
    assertThatThrownBy(() -> Bind.write(new Typed("x"), Bad.class))
        .hasMessageContaining("has a component named type");
  }

  @Test
  void aClassThatCannotBeBoundIsNamed() {
    record Threads(Thread thread) {}
    assertThatThrownBy(() -> Bind.write(new Threads(Thread.currentThread())))
        .hasMessageContaining("cannot write java.lang.Thread as JSON");
    refused(
        "{\"thread\":1}",
        Threads.class,
        "config.thread: cannot read a java.lang.Thread from JSON: use records of plain values");
  }

  record Size(int width, int height) implements Flat {}

  record Picture(String name, Size size) {}

  @Test
  void componentsOfAFlatRecordAreWrittenAmongThoseAroundIt() {
    var picture = new Picture("cat", new Size(3, 4));
    Json json = Bind.write(picture);
    assertThat(json.text()).isEqualTo("{\"name\":\"cat\",\"width\":3,\"height\":4}");
    assertThat(Bind.read(json, Picture.class)).isEqualTo(picture);
    refused(
        "{\"name\":\"cat\",\"width\":3,\"height\":4,\"depth\":5}",
        Picture.class,
        "config.depth: is unknown; Picture has [name, width, height]");
    refused(
        "{\"name\":\"cat\",\"width\":3}", Picture.class, "config.height: is missing; expected int");
  }

  sealed interface Word {
    default Json toJson() {
      return Json.of(this instanceof Count(int value) ? String.valueOf(value) : "none");
    }

    static Word fromJson(Json json) {
      String text = json.asText();
      return text.equals("none") ? Nothing.NOTHING : new Count(Integer.parseInt(text));
    }

    record Count(int value) implements Word {}

    enum Nothing implements Word {
      NOTHING
    }
  }

  record Words(List<Word> list, Map<Word, Integer> counts) {}

  @Test
  void allCasesOfAnInterfaceAreWrittenAsItSays() {
    var words =
        new Words(
            List.of(new Word.Count(7), Word.Nothing.NOTHING), Map.of(Word.Nothing.NOTHING, 2));
    Json json = Bind.write(words);
    assertThat(json.text()).isEqualTo("{\"list\":[\"7\",\"none\"],\"counts\":{\"none\":2}}");
    assertThat(Bind.read(json, Words.class)).isEqualTo(words);
  }
}
