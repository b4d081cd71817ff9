package dev.manta.internal.worker.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Copied;
import dev.manta.train.Live;
import dev.manta.train.LiveValue;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFileNamesTest {
  @TempDir Path directory;

  /// Text that other programs know by an ending.
  private static final class Settings implements Copied {
    @Override
    public byte[] save() {
      return "{}".getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void load(byte[] bytes) {}

    @Override
    public String ending() {
      return ".json";
    }
  }

  @Test
  void copiedStateSaysWhatTheNameOfItsFileEndsWith() {
    Live settings = new Settings();
    assertThat(LiveIndex.State.of("settings", settings).file()).isEqualTo("settings.json");
    assertThat(LiveIndex.State.of("count", LiveValue.of(1)).file()).isEqualTo("count.bin");
  }

  @Test
  void aCommitThatIsStoredLaterNamesItsFilesTheSame() throws Exception {
    try (Stash stash = new Stash()) {
      stash.takeRestless("settings", new Settings());
      stash.takeRestless("count", LiveValue.of(1));
      assertThat(stash.write(directory).stream().map(LiveIndex.State::file))
          .containsExactlyInAnyOrder("settings.json", "count.bin");
      assertThat(directory.resolve("settings.json")).hasContent("{}");
    }
  }
}
