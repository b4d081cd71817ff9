package dev.manta.internal.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedMarkTest {
  @TempDir Path directory;

  private SharedMark at(String name) {
    return new SharedMark(new LocalStorage(), Location.of(directory.resolve(name)));
  }

  @Test
  void whoSeesTheSameDiskFindsTheMark() {
    String mark = at("run").leave();
    assertThatCode(() -> at("run").require(mark, "b")).doesNotThrowAnyException();
  }

  @Test
  void aNodeWithAnotherDiskAtThatPathIsRefusedWithTheWayOut() {
    String mark = at("run").leave();
    assertThatThrownBy(() -> at("elsewhere").require(mark, "b"))
        .isInstanceOfSatisfying(
            MantaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER))
        .hasMessageContaining("node b")
        .hasMessageContaining(directory.resolve("elsewhere").toString())
        .hasMessageContaining("s3://");
  }

  @Test
  void whatAnotherDriverLeftThereIsNoProof() {
    at("copy").leave();
    String mark = at("run").leave();
    assertThatThrownBy(() -> at("copy").require(mark, "b")).hasMessageContaining("node b");
  }
}
