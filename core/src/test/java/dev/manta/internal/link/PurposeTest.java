package dev.manta.internal.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PurposeTest {
  @Test
  void theFirstFrameSaysWhatALinkIsForAndWhichVersion() throws Exception {
    byte[] frame = Purpose.NODE.frame(3);
    assertThat(HexFormat.of().formatHex(frame)).isEqualTo("6d6e7461020003");
    assertThat(Purpose.read(frame)).isEqualTo(new Purpose.Wanted(Purpose.NODE, 3));
    assertThat(Purpose.read(Purpose.HEAD.frame(65_535)).version()).isEqualTo(65_535);
  }

  @Test
  void whatSaysNothingOfTheKindIsRefused() {
    assertThatThrownBy(() -> Purpose.read(new byte[0])).hasMessageContaining("what it wants");
    assertThatThrownBy(() -> Purpose.read(new byte[] {1, 2, 3, 4, 5, 6, 7}))
        .hasMessageContaining("what it wants");
    byte[] other = Purpose.NODE.frame(1);
    other[4] = 9;
    assertThatThrownBy(() -> Purpose.read(other)).hasMessageContaining("9");
  }
}
