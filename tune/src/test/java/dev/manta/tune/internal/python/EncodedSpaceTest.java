package dev.manta.tune.internal.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.manta.spi.json.Json;
import dev.manta.tune.Domain;
import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.TrialHistory;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EncodedSpaceTest {
  private static final Space SPACE =
      Space.of()
          .uniform("real", -1, 1)
          .logUniform("log", 1e-5, 1)
          .quantized("step", 0.1, 0.5, 0.1)
          .with("logStep", new Domain.Real(1, 100, true, OptionalDouble.of(0.5)))
          .integer("whole", -3, 9)
          .integer("wholeStep", 10, 99, 7)
          .logInteger("logWhole", 1, 1000)
          .integer("far", 1L << 60, (1L << 60) + 3)
          .normal("normal", 3, 2)
          .choice("choice", "a", 1, 1.0, true)
          .grid("nested.grid", "x", "y")
          .constant("constant", "c")
          .choice("only", "one")
          .when("choice", List.of(1, true), inner -> inner.uniform("inner", 0, 1))
          .when("only", "one", inner -> inner.uniform("always", 0, 1))
          .computed("sum", point -> point.whole("whole") + point.whole("logWhole"));
  private static final EncodedSpace ENCODED = EncodedSpace.of(SPACE);

  @Test
  void everyDomainIsAColumnOfNumbers() {
    assertThat(
            ENCODED.parameters().stream()
                .map(each -> each.json().text())
                .map(text -> text.replace('"', '\'')))
        .containsExactly(
            "{'name':'real','kind':'real','low':-1.0,'high':1.0,'log':false}",
            "{'name':'log','kind':'real','low':1.0E-5,'high':1.0,'log':true}",
            "{'name':'step','kind':'whole','low':0,'high':4,'log':false}",
            "{'name':'logStep','kind':'real','low':1.0,'high':100.0,'log':true}",
            "{'name':'whole','kind':'whole','low':0,'high':12,'log':false}",
            "{'name':'wholeStep','kind':'whole','low':0,'high':12,'log':false}",
            "{'name':'logWhole','kind':'whole','low':1,'high':1000,'log':true}",
            "{'name':'far','kind':'whole','low':0,'high':3,'log':false}",
            "{'name':'normal','kind':'real','low':1.0E-9,'high':0.999999999,'log':false}",
            "{'name':'choice','kind':'choice','low':0,'high':3,'log':false}",
            "{'name':'nested.grid','kind':'choice','low':0,'high':1,'log':false}",
            "{'name':'inner','kind':'real','low':0.0,'high':1.0,'log':false}",
            "{'name':'always','kind':'real','low':0.0,'high':1.0,'log':false}");
  }

  @Test
  void aSuggestedPointIsInTheSpaceAndItsNumbersAreThoseThatWereSuggested() {
    try (var history =
        new TrialHistory(SPACE, List.of(Goal.minimize("loss")), 1, OptionalInt.empty())) {
      for (int i = 0; i < 500; i++) {
        var drawn = (Suggestion.Try) Searcher.random().suggest(history);
        Point point = history.begin(drawn.point()).point();
        Json numbers = ENCODED.encode(point);
        Json there = Json.parse(numbers.text().replace("null", "0.5"));
        Point again = SPACE.complete(ENCODED.decode(there.asArray()));
        assertThat(again.values().keySet()).isEqualTo(point.values().keySet());
        again.values().forEach((name, value) -> assertNear(name, value, point.get(name)));
      }
    }
  }

  /// All values come back exactly but those of a normal distribution.
  private static void assertNear(String name, Object value, Object expected) {
    if (name.equals("normal")) {
      assertThat((double) value).isCloseTo((double) expected, offset(1e-5));
    } else {
      assertThat(value).as(name).isEqualTo(expected);
    }
  }

  @Test
  void parametersThatDoNotExistAreLeftOutAndToldAsNull() {
    String numbers = "[0.0,0.1,2,7.3,4,1,8,2,0.5,0,1,0.25,0.75]";
    Point point = ENCODED.decode(Json.parse(numbers).asArray());
    assertThat(point.find("inner")).isEmpty();
    assertThat(point.number("always")).isEqualTo(0.75);
    assertThat(point.number("logStep")).isEqualTo(7.5);
    assertThat(point.text("nested.grid")).isEqualTo("y");
    assertThat(ENCODED.encode(point).text()).isEqualTo("[0.0,0.1,2,7.5,4,1,8,2,0.5,0,1,null,0.75]");
  }

  @Test
  void aNumberOutsideOfItsColumnIsRefusedByName() {
    EncodedSpace encoded = EncodedSpace.of(Space.of().choice("kind", "a", "b").uniform("x", 0, 1));
    assertThatThrownBy(() -> encoded.decode(Json.parse("[2, 0.5]").asArray()))
        .hasMessage("kind = 2, which is not between 0.0 and 1.0");
    assertThatThrownBy(() -> encoded.decode(Json.parse("[0.5, 0.5]").asArray()))
        .hasMessageContaining("0.5");
    assertThatThrownBy(() -> encoded.decode(Json.parse("[0, \"NaN\"]").asArray()))
        .hasMessageContaining("x = \"NaN\"");
  }
}
