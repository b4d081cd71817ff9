package dev.manta.tabular;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.spi.json.Bind;
import org.junit.jupiter.api.Test;

class TableRolesTest {
  @Test
  void rolesTravelAsJson() {
    TableRoles roles =
        TableRoles.label("y").weight("w").query("q").ignoring("id").categorical("c").missing(-1);
    assertThat(Bind.read(Bind.write(roles), TableRoles.class)).isEqualTo(roles);
  }

  @Test
  void aColumnHasOneRole() {
    TableRoles roles = TableRoles.label("y");
    assertThatThrownBy(() -> roles.weight("y")).hasMessageContaining("\"y\" has two roles");
    assertThatThrownBy(() -> roles.features("x", "y")).hasMessageContaining("\"y\" has two roles");
    assertThatThrownBy(() -> roles.categorical("y")).hasMessageContaining("\"y\" has two roles");
    assertThatThrownBy(() -> roles.features("a").categorical("b"))
        .hasMessageContaining("\"b\" is categorical, but features are only a");
    assertThatThrownBy(() -> roles.features("a", "a")).hasMessageContaining("twice");
    assertThatThrownBy(() -> roles.categorical("a").ignoring("a"))
        .hasMessageContaining("is both a feature and ignored");
  }

  @Test
  void labelsOutsideOfTheClassesAreRefused() {
    assertThatCode(() -> new LabelRange(0, 2, true).requireClasses(3)).doesNotThrowAnyException();
    assertThatThrownBy(() -> new LabelRange(0, 3, true).requireClasses(3))
        .hasMessageContaining("0 to 2, but there are labels 0 to 3");
    assertThatThrownBy(() -> new LabelRange(0, 1.5, false).requireClasses(3))
        .hasMessageContaining("there are fractions, 0 to 1.5");
  }
}
