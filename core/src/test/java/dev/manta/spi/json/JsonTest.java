package dev.manta.spi.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "null",
        "true",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "0.1",
        "-0.0",
        "1.0E-300",
        "{\"z\":1,\"a\":{\"b\":[1,2.5,\"x\",false,null]},\"m\":\"\"}",
        "\"a\\n\\t\\\"\\\\é€😀\\u0001\\ud800\""
      })
  void compactTextIsReadAndWrittenBackUnchanged(String text) {
    assertThat(Json.parse(text).text()).isEqualTo(text);
    assertThat(Json.parse(text.getBytes(StandardCharsets.UTF_8)).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "``|line 1, column 1: expected a value, found the end of the text",
        "{|line 1, column 2: expected a field name in quotes, found the end of the text",
        "{\"a\" 1}|line 1, column 6: expected ':', found '1'",
        "{\"a\":1,}|line 1, column 8: expected a field name in quotes, found '}'",
        "[1,]|line 1, column 4: expected a value, found ']'",
        "[1 2]|line 1, column 4: expected ',' or ']', found '2'",
        "{\"a\":1,\"a\":2}|line 1, column 8: field \"a\" is there twice",
        "01|line 1, column 2: a number must not start with a zero",
        "-|line 1, column 2: expected a digit, found the end of the text",
        "1.|line 1, column 3: expected a digit",
        "1e999|line 1, column 1: the number is too large for a double",
        "NaN|line 1, column 1: expected a value, found 'N'",
        "nul|expected null",
        "1 1|line 1, column 3: unexpected '1' after the end of the document",
        "\"a|the string is not closed",
        "\"\\x\"|unknown escape \\'x'",
        "\"\\u12g4\"|expected four hexadecimal digits"
      })
  void whatIsNotJsonIsRefusedWithItsPlace(String text, String message) {
    assertThatThrownBy(() -> Json.parse(text))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(message);
  }

  @Test
  void thePlaceOfAnErrorCountsLines() {
    assertThatThrownBy(() -> Json.parse("{\n  \"a\": 1,\n  \"b\": x\n}"))
        .hasMessage("not JSON at line 3, column 8: expected a value, found 'x'");
  }

  @Test
  void deepNestingIsRefusedInsteadOfOverflowingTheStack() {
    assertThatThrownBy(() -> Json.parse("[".repeat(100_000)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("nested deeper than 500 levels");
  }

  @Test
  void bytesThatAreNotUtf8AreRefusedAndTheReplacementCharacterIsNot() {
    assertThatThrownBy(() -> Json.parse(new byte[] {'"', (byte) 0xff, '"'}))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("not UTF-8");
    assertThat(Json.parse("\"\uFFFD\"".getBytes(StandardCharsets.UTF_8)).asText())
        .isEqualTo("\uFFFD");
  }

  @Test
  void whatJsonCannotWriteIsATextThatReadsAsANumber() {
    assertThat(Json.of(Double.NaN).text()).isEqualTo("\"NaN\"");
    assertThat(Json.parse("\"NaN\"").asDouble()).isNaN();
    assertThat(Json.parse(Json.of(Double.NEGATIVE_INFINITY).text()).asDouble())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    assertThatThrownBy(() -> Json.of("abc").asDouble())
        .hasMessage("expected a number, found \"abc\"");
  }

  @Test
  void randomDoublesAndLongsRoundTripExactly() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double real = Double.longBitsToDouble(random.nextLong());
      long integer = random.nextLong() >> random.nextInt(64);
      assertThat(Json.parse(Json.of(real).text()).asDouble())
          .as("seed %d", seed)
          .isEqualTo(Double.valueOf(real));
      assertThat(Json.parse(Json.of(integer).text()).asLong())
          .as("seed %d", seed)
          .isEqualTo(integer);
    }
  }

  @Test
  void randomStringsRoundTripExactly() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 5_000; i++) {
      String text =
          random
              .ints(random.nextInt(20), 0, 0x10000)
              .collect(StringBuilder::new, (out, c) -> out.append((char) c), StringBuilder::append)
              .toString();
      assertThat(Json.parse(Json.of(text).bytes()).asText()).as("seed %d", seed).isEqualTo(text);
    }
  }

  @Test
  void prettyTextIsIndentedAndReadsBack() {
    Json json = Json.parse("{\"a\":[1,{}],\"b\":{\"c\":[]}}");
    assertThat(json.pretty())
        .isEqualTo("{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": []\n  }\n}");
    assertThat(Json.parse(json.pretty())).isEqualTo(json);
  }

  @Test
  @Tag("bulk")
  void randomlyDamagedTextIsRefusedOrReadButNeverCrashes() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    byte[] whole =
        "{\"a\":[1,-2.5e3,\"x\\u00e9\\n\",true,null],\"b\":{\"c\":\"é\"}}"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 20_000; i++) {
      byte[] damaged = whole.clone();
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      try {
        Json.parse(damaged, 0, random.nextInt(damaged.length + 1));
      } catch (JsonException expected) {
        assertThat(expected.getMessage()).as("seed %d", seed).isNotEmpty();
      }
    }
  }
}
