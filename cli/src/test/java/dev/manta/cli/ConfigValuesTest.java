package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.spi.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConfigValuesTest {
  record Inner(String name) {}

  record Config(double lr, List<Integer> layers, String note, Inner inner) {}

  @Test
  void valuesTakeTheTypesOfTheRecord() {
    Object bound =
        ConfigValues.bind(
            List.of("lr=0.1", "layers=[64,10]", "note=12", "inner.name=adam"), Config.class);

    assertThat(bound).isEqualTo(new Config(0.1, List.of(64, 10), "12", new Inner("adam")));
  }

  @Test
  void anUnknownFieldIsNamedWithThoseThatExist() {
    assertThatThrownBy(() -> ConfigValues.bind(List.of("rate=1"), Inner.class))
        .hasMessageContainingAll("config.rate", "unknown", "Inner has [name]");
  }

  @Test
  void aMissingFieldIsNamedWithItsType() {
    assertThatThrownBy(() -> ConfigValues.bind(List.of("lr=1", "note=x"), Config.class))
        .hasMessageContainingAll("config.inner", "missing", "--config");
  }

  @Test
  void aValueOfAnotherTypeIsRefused() {
    assertThatThrownBy(
            () -> ConfigValues.bind(List.of("lr=fast", "note=x", "inner.name=y"), Config.class))
        .hasMessageContainingAll("config.lr", "fast");
  }

  @Test
  void whatIsNoPairIsRefused() {
    assertThatThrownBy(() -> ConfigValues.bind(List.of("lr"), Config.class))
        .hasMessage("--config takes KEY=VALUE, not \"lr\"");
  }

  @Test
  void aFunctionWithoutARecordGetsTheValuesAsTheyAre() {
    Object bound = ConfigValues.bind(List.of("lr=0.1"), Object.class);

    assertThat(((JsonObject) bound).text()).isEqualTo("{\"lr\":0.1}");
  }
}
