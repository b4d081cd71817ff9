package dev.manta.data.prep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonArray;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Preprocessors give what scikit-learn gives; `src/test/python/preprocessors.py` wrote it down.
@Timeout(300)
class PreprocessorsTest {
  private static final int ROWS = 50;
  private static final List<String> COLOURS = List.of("red", "green", "blue", "Blue");
  private static final List<String> TEXTS =
      List.of(
          "The quick brown fox",
          "the LAZY dog; the end",
          "a b cc",
          "Grüße aus Köln: über 42 Brücken",
          "fox fox fox dog");

  private static Dataset numbers() {
    return Dataset.generate(
        ROWS, i -> Row.of("a", (i * 37 % 50) / 7.0, "b", (i * i) % 23 - 11.0, "c", 3.0, "id", i));
  }

  private static Dataset gaps() {
    return Dataset.generate(
        ROWS,
        i ->
            Row.of(
                "a", i % 6 == 2 ? null : (Object) (double) (i % 5),
                "b", i % 4 == 1 ? (Object) Double.NaN : (Object) (i / 3.0)));
  }

  private static Dataset categories() {
    List<String> colours = COLOURS;
    return Dataset.of(
        java.util.stream.LongStream.range(0, ROWS)
            .mapToObj(i -> Row.of("a", colours.get((int) (i * 7 % 4)), "b", i % 3))
            .toList());
  }

  private static Dataset texts() {
    return Dataset.of(TEXTS.stream().map(text -> Row.of("t", text)).toList());
  }

  private static JsonArray expected(String name) {
    try {
      byte[] all = Files.readAllBytes(Path.of("src/test/resources/prep/sklearn.json"));
      JsonObject json = Json.parse(all).asObject();
      return json.get(name).asArray();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /// The fitted preprocessor after it was saved and loaded, on the data it was fitted to.
  private static List<Row> rows(Preprocessor preprocessor, Dataset dataset) {
    Fitted fitted = Fitted.load(preprocessor.fit(dataset).save());
    return fitted.transform(dataset).takeAll();
  }

  private static void assertSame(String name, List<Row> rows, List<String> columns) {
    JsonArray expected = expected(name);
    assertThat(rows).hasSize(expected.size());
    for (int i = 0; i < rows.size(); i++) {
      JsonArray values = expected.get(i).asArray();
      for (int c = 0; c < columns.size(); c++) {
        assertThat(rows.get(i).real(columns.get(c)))
            .as("%s row %d column %s", name, i, columns.get(c))
            .isCloseTo(values.get(c).asDouble(), org.assertj.core.data.Offset.offset(1e-12));
      }
    }
  }

  @Test
  void scalersAndNormalizersAreScikitLearns() {
    List<String> abc = List.of("a", "b", "c");
    Map<String, Preprocessor> all =
        Map.of(
            "standard", Preprocessors.standardScaler("a", "b", "c"),
            "minmax", Preprocessors.minMaxScaler("a", "b", "c"),
            "robust", Preprocessors.robustScaler("a", "b", "c"),
            "l1", Preprocessors.normalizer(Fitted.Norm.L1, "a", "b", "c"),
            "l2", Preprocessors.normalizer(Fitted.Norm.L2, "a", "b", "c"),
            "max", Preprocessors.normalizer(Fitted.Norm.MAX, "a", "b", "c"));
    all.forEach((name, each) -> assertSame(name, rows(each, numbers()), abc));
  }

  @Test
  void imputersAreScikitLearns() {
    Map<String, Preprocessors.Filling> all =
        Map.of(
            "mean", Preprocessors.Filling.MEAN,
            "median", Preprocessors.Filling.MEDIAN,
            "frequent", Preprocessors.Filling.MOST_FREQUENT);
    all.forEach(
        (name, filling) ->
            assertSame(
                name, rows(Preprocessors.imputer(filling, "a", "b"), gaps()), List.of("a", "b")));
    assertThat(rows(Preprocessors.constantImputer(-1, "a", "b"), gaps()).get(2).real("a"))
        .isEqualTo(-1);
  }

  @Test
  void encodersAreScikitLearns() {
    List<Row> flags = rows(Preprocessors.oneHotEncoder("a", "b"), categories());
    assertThat(flags.getFirst().names())
        .containsExactly("a_Blue", "a_blue", "a_green", "a_red", "b_0", "b_1", "b_2");
    assertSame("onehot", flags, flags.getFirst().names());
    assertSame(
        "ordinal", rows(Preprocessors.ordinalEncoder("a", "b"), categories()), List.of("a", "b"));
    assertThat(rows(Preprocessors.labelEncoder("a"), categories()).getFirst().whole("a"))
        .isEqualTo(3);
  }

  private static Dataset column(@org.jspecify.annotations.Nullable Object... values) {
    return Dataset.of(java.util.Arrays.stream(values).map(value -> Row.of("a", value)).toList());
  }

  private static Fitted.Scaled.Line line(Preprocessor scaler, Dataset dataset) {
    return ((Fitted.Scaled) scaler.fit(dataset)).columns().values().iterator().next();
  }

  @Test
  void columnsThatAreConstantButForRoundingAreScikitLearnsConstants() {
    List<Double> values = List.of(0.1, 0.3, 1e16, 123456.789);
    List<Integer> counts = List.of(3, 7, 10, 50);
    for (int i = 0; i < values.size(); i++) {
      Object[] all = java.util.Collections.nCopies(counts.get(i), values.get(i)).toArray();
      assertThat(line(Preprocessors.standardScaler("a"), column(all)).scale())
          .isEqualTo(expected("constants").get(i).asDouble())
          .isEqualTo(1);
    }
  }

  @Test
  void momentsOfNumbersWithALargeMeanAreScikitLearns() {
    Dataset high = Dataset.generate(20_000, i -> Row.of("a", 1e9 + i % 7 / 3.0));
    assertLine("high", line(Preprocessors.standardScaler("a"), high));
    assertLine("highrobust", line(Preprocessors.robustScaler("a"), high));
  }

  private static void assertLine(String name, Fitted.Scaled.Line line) {
    JsonArray expected = expected(name);
    assertThat(line.shift() / expected.get(0).asDouble())
        .isCloseTo(1, org.assertj.core.data.Offset.offset(1e-15));
    assertThat(line.scale())
        .isCloseTo(expected.get(1).asDouble(), org.assertj.core.data.Offset.offset(1e-12));
  }

  @Test
  void categoriesThatLookAlikeAreScikitLearns() {
    Map<String, Dataset> all =
        Map.of(
            "numerals", column("9", "10", "2", "1", "01", "1.0", ""),
            "longs", column((1L << 53) + 1, 1L << 53, -5L, 1L << 62),
            "huge", column(2e300, 1e300, -1e300, 0.5));
    all.forEach(
        (name, rows) ->
            assertSame(name, rows(Preprocessors.ordinalEncoder("a"), rows), List.of("a")));
  }

  @Test
  void aGapIsACategoryOfItsOwnAndNoEmptyText() {
    Dataset holes = column("b", null, "", "a", "b");
    List<Row> flags = rows(Preprocessors.oneHotEncoder("a"), holes);
    assertThat(flags.getFirst().names()).containsExactly("a_", "a_a", "a_b", "a_null");
    assertSame("holes", flags, flags.getFirst().names());
    assertThat(rows(Preprocessors.ordinalEncoder("a"), holes).get(1).value("a")).isNull();
  }

  @Test
  void textsAreImputedToo() {
    Dataset holes = column("b", null, "", "a", "b");
    Preprocessor frequent =
        Preprocessor.chain(
            Preprocessors.imputer(Preprocessors.Filling.MOST_FREQUENT, "a"),
            Preprocessors.ordinalEncoder("a"));
    assertSame("frequenttext", rows(frequent, holes), List.of("a"));
    assertThat(rows(Preprocessors.constantImputer("?", "a"), holes).get(1).text("a"))
        .isEqualTo("?");
  }

  @Test
  void whatCannotBeFittedToIsRefused() {
    assertRefused(Preprocessors.standardScaler("a"), column(null, null), "no values to fit to");
    assertRefused(
        Preprocessors.imputer(Preprocessors.Filling.MEAN, "a"), column(null, Double.NaN), "gaps");
    assertRefused(
        Preprocessors.imputer(Preprocessors.Filling.MOST_FREQUENT, "a"),
        column(null, null),
        "gaps");
    assertRefused(
        Preprocessors.minMaxScaler("a"), column(1.0, Double.POSITIVE_INFINITY), "infinite");
    assertRefused(Preprocessors.standardScaler("a"), column("x"), "no numbers");
  }

  private static void assertRefused(Preprocessor preprocessor, Dataset dataset, String why) {
    assertThatThrownBy(() -> preprocessor.fit(dataset))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("column \"a\"")
        .hasMessageContaining(why);
  }

  @Test
  void aFlagTakesNoOtherColumnsPlace() {
    Dataset rows = Dataset.of(List.of(Row.of("a", "b", "a_b", 42)));
    Dataset flags = Preprocessors.oneHotEncoder("a").fit(rows).transform(rows);
    assertThatThrownBy(flags::takeAll).hasMessageContaining("a column \"a_b\" already");
  }

  @Test
  void hugeAndTinyRowsHaveLengthOneToo() {
    Dataset rows =
        Dataset.of(List.of(Row.of("a", 1e200, "b", 1e200), Row.of("a", 1e-200, "b", 1e-200)));
    for (Row row : rows(Preprocessors.normalizer(Fitted.Norm.L2, "a", "b"), rows)) {
      assertThat(row.real("a"))
          .isCloseTo(Math.sqrt(0.5), org.assertj.core.data.Offset.offset(1e-15));
    }
  }

  @Test
  void listsAreConcatenatedWithNumbers() {
    Dataset rows = Dataset.of(List.of(Row.of("n", 7, "t", "big big world")));
    Preprocessor chain =
        Preprocessor.chain(
            Preprocessors.countVectorizer("t"), Preprocessors.concatenator("x", "n", "t"));
    assertThat(rows(chain, rows).getFirst().value("x")).isEqualTo(new float[] {7, 2, 1});
  }

  @Test
  void vectorizersAreScikitLearns() {
    assertLists("counts", rows(Preprocessors.countVectorizer("t"), texts()));
    assertLists("hashed", rows(Preprocessors.hashingVectorizer("t", 16), texts()));
  }

  private static void assertLists(String name, List<Row> rows) {
    JsonArray expected = expected(name);
    for (int i = 0; i < rows.size(); i++) {
      List<Double> found = new ArrayList<>();
      for (float value : (float[]) java.util.Objects.requireNonNull(rows.get(i).value("t"))) {
        found.add((double) value);
      }
      JsonArray values = expected.get(i).asArray();
      assertThat(found).hasSize(values.size());
      for (int c = 0; c < found.size(); c++) {
        assertThat(found.get(c))
            .as("%s row %d place %d", name, i, c)
            .isCloseTo(values.get(c).asDouble(), org.assertj.core.data.Offset.offset(1e-6));
      }
    }
  }

  @Test
  void chainsAreFittedStepByStepAndConcatenated() {
    Preprocessor chain =
        Preprocessor.chain(
            Preprocessors.minMaxScaler("a"),
            Preprocessors.standardScaler("b"),
            Preprocessors.concatenator("x", "a", "b"));
    List<Row> rows = rows(chain, numbers());
    assertThat(rows.getFirst().names()).containsExactly("c", "id", "x");
    float[] first = (float[]) java.util.Objects.requireNonNull(rows.getFirst().value("x"));
    assertThat((double) first[0]).isCloseTo(0, org.assertj.core.data.Offset.offset(1e-6));
    assertThat((double) first[1])
        .isCloseTo(
            expected("standard").get(0).asArray().get(1).asDouble(),
            org.assertj.core.data.Offset.offset(1e-6));
  }

  /// What scikit-learn 1.9 has for the same texts: marks end words, digits of all kinds are in
  /// them.
  @Test
  void wordsAreThoseOfScikitLearnInAllScripts() {
    assertThat(vocabulary("cafe\u0301 noir \u0130stanbul"))
        .containsExactly("cafe", "noir", "stanbul");
    assertThat(vocabulary("\u0928\u092e\u0938\u094d\u0924\u0947"))
        .containsExactly("\u0928\u092e\u0938");
    assertThat(vocabulary("x\u00b2y \u00bda \u2460\u2461"))
        .containsExactly("x\u00b2y", "\u00bda", "\u2460\u2461");
    assertThat(vocabulary("a\u200db \u65e5\u672c snake_case a"))
        .containsExactly("snake_case", "\u65e5\u672c");
  }

  private static List<String> vocabulary(String text) {
    Dataset texts = Dataset.of(List.of(Row.of("text", text)));
    return ((Fitted.Counted) Preprocessors.countVectorizer("text").fit(texts)).vocabulary();
  }
}
