package dev.manta.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetricsTest {
  @Test
  void valuesKeepTheirOrderAndKind() {
    Metrics metrics = Metrics.of("loss", 0.5f, "epoch", 3, "name", "x", "done", true, "n", 1L);
    assertThat(metrics.keys()).containsExactly("loss", "epoch", "name", "done", "n");
    assertThat(metrics.get("epoch")).isEqualTo(3L);
    assertThat(metrics.number("loss")).isEqualTo(0.5);
    assertThat(metrics.text("name")).isEqualTo("x");
    assertThat(metrics.toString())
        .isEqualTo("{\"loss\":0.5,\"epoch\":3,\"name\":\"x\",\"done\":true,\"n\":1}");
  }

  @Test
  void aPathReachesIntoNestedMetricsAndAWholeKeyComesFirst() {
    Metrics metrics =
        Metrics.of(
            "validation", Map.of("top", Metrics.of("1", 0.9)), "a/b", 1, "a", Map.of("b", 2));
    assertThat(metrics.number("validation/top/1")).isEqualTo(0.9);
    assertThat(metrics.number("a/b")).isEqualTo(1);
    assertThat(metrics.has("validation/top/5")).isFalse();
    assertThat(metrics.findNumber("validation/top")).isEmpty();
    assertThat(metrics.findNumber("nothing")).isEmpty();
  }

  @Test
  void withAddsOrReplacesInPlaceAndLeavesTheOriginalAlone() {
    Metrics first = Metrics.of("a", 1, "b", 2);
    assertThat(first.with("a", 9).with("c", 3)).hasToString("{\"a\":9,\"b\":2,\"c\":3}");
    assertThat(first.with(Metrics.of("b", 5, "d", 6))).hasToString("{\"a\":1,\"b\":5,\"d\":6}");
    assertThat(first).hasToString("{\"a\":1,\"b\":2}");
  }

  @Test
  void anythingElseIsRefusedByNameAndType() {
    assertThatThrownBy(() -> Metrics.of("grad", new float[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "metric \"grad\" is a float[]; allowed are numbers, texts, booleans and nested"
                + " metrics");
    assertThatThrownBy(() -> Metrics.of("x", List.of(1)))
        .hasMessageContaining("metric \"x\" is a ");
    assertThatThrownBy(() -> Metrics.of("m", Map.of("in", new Object())))
        .hasMessageContaining("metric \"m/in\" is a java.lang.Object");
    assertThatThrownBy(() -> Metrics.of("a", 1, "a", 2)).hasMessage("metric \"a\" is given twice");
    assertThatThrownBy(() -> Metrics.of("", 2)).hasMessage("a metric needs a name");
  }

  @Test
  @SuppressWarnings("NullAway") // users may not be null-checked
  void nullIsRefused() {
    assertThatThrownBy(() -> Metrics.of("x", null)).hasMessageContaining("metric \"x\" is null");
  }

  @Test
  void aMissingMetricNamesThoseThatAreThere() {
    assertThatThrownBy(() -> Metrics.of("loss", 1).number("los"))
        .hasMessage("no metric \"los\"; there are [loss]");
    assertThatThrownBy(() -> Metrics.of("name", "x").number("name"))
        .hasMessage("metric \"name\" is not a number but a String");
  }

  @Test
  void jsonRoundTripsIncludingNotANumber() {
    Metrics metrics =
        Metrics.of(
            "nan", Double.NaN, "inf", Double.NEGATIVE_INFINITY, "in", Map.of("x", 1), "s", "é");
    assertThat(Metrics.fromJson(Json.parse(metrics.toString()))).isEqualTo(metrics);
    assertThat(Metrics.fromJson(metrics.toJson())).isEqualTo(metrics);
    assertThat(Bind.read(Bind.write(metrics), Metrics.class)).isEqualTo(metrics);
    assertThat(Metrics.fromJson(metrics.toJson()).number("nan")).isNaN();
  }

  @Test
  void manyEntriesComeFromAMapAndBackFlat() {
    Map<String, Object> many = new LinkedHashMap<>();
    for (int i = 0; i < 100; i++) {
      many.put("k" + i, (long) i);
    }
    assertThat(Metrics.of(many).asMap()).isEqualTo(many);
    assertThat(Metrics.of("a", Map.of("b", Map.of("c", 1))).flat()).hasToString("{\"a/b/c\":1}");
  }
}
