package dev.manta.internal.local.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DeclaredResourcesTest {
  @Test
  void nothingIsDeclaredUnlessSomebodyDoes() {
    assertThat(DeclaredResources.resources(null)).isEmpty();
    assertThat(DeclaredResources.labels(" ")).isEmpty();
  }

  @Test
  void amountsAndLabelsAreReadByName() {
    assertThat(DeclaredResources.resources("licence=2, disk=0.5"))
        .isEqualTo(Map.of("licence", 2.0, "disk", 0.5));
    assertThat(DeclaredResources.labels("zone=a,note=x=y"))
        .isEqualTo(Map.of("zone", "a", "note", "x=y"));
  }

  @Test
  void whatIsWrittenWrongNamesTheVariableAndTheForm() {
    assertThatThrownBy(() -> DeclaredResources.resources("licence=two"))
        .hasMessage(
            "in the variable MANTA_RESOURCES the amount of licence is \"two\"; write it as"
                + " licence=2,disk=1");
    assertThatThrownBy(() -> DeclaredResources.resources("licence=-1"))
        .hasMessageContaining("\"-1\"");
    assertThatThrownBy(() -> DeclaredResources.labels("zone"))
        .hasMessage(
            "in the variable MANTA_LABELS \"zone\" has no name and value; write it as"
                + " name=value,name=value");
  }
}
