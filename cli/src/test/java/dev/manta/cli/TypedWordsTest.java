package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TypedWordsTest {
  private static String again(String... words) {
    return new TypedWords(List.of(words)).withoutName().line();
  }

  @Test
  void theNameAndTheWishToStartOverAreLeftAway() {
    assertThat(again("--name", "a", "--loop", "a.B::c", "--fresh", "--workers=2"))
        .isEqualTo("--loop a.B::c --workers=2");
    assertThat(again("--name=a", "app.jar")).isEqualTo("app.jar");
  }

  @Test
  void whatAShellWouldReadOtherwiseIsQuoted() {
    assertThat(again("--config", "text=it's $5", "")).isEqualTo("--config 'text=it'\\''s $5' ''");
  }
}
