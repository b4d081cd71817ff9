package dev.manta.internal.worker.live;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.Live;
import dev.manta.train.LiveValue;
import dev.manta.train.Part;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class StateOutlineTest {
  private static void restore(Live before, Live now) {
    StateOutline.of(now).require("w", StateOutline.read(StateOutline.of(before).bytes()));
  }

  private static Live array(String part, String type) {
    var memory = MemorySegment.ofArray(new long[2]);
    return new LiveArray(List.of(new Part(part, type, List.of(2L), memory)));
  }

  @Test
  void stateThatIsMadeTheSameWayFits() {
    assertThatCode(() -> restore(LiveArray.of(new double[2]), LiveArray.of(new double[2])))
        .doesNotThrowAnyException();
    assertThatCode(() -> restore(LiveValue.of("a"), LiveValue.of("longer")))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherSizeIsNamedWithTheOldOne() {
    assertThatThrownBy(() -> restore(LiveArray.of(new double[2]), LiveArray.of(new double[3])))
        .hasMessageContaining("live state \"w\" has values F64[3], and had values F64[2] before");
  }

  @Test
  void aPartOfAnotherNameOrTypeDoesNotFit() {
    assertThatThrownBy(() -> restore(array("bias", "I64"), array("weight", "I64")))
        .hasMessageContaining("has weight I64[2], and had bias I64[2] before");
    assertThatThrownBy(() -> restore(array("bias", "I64"), array("bias", "F64")))
        .hasMessageContaining("has bias F64[2], and had bias I64[2] before");
  }

  @Test
  void stateInPlaceIsNotRestoredByCopying() {
    assertThatThrownBy(() -> restore(LiveArray.of(new double[2]), LiveValue.of("text")))
        .hasMessageContaining("has bytes of its own, and had values F64[2] before");
  }
}
