package dev.manta.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PasswordsTest {
  @Test
  void anErrorNeverSaysThePasswordOfAnAddress() {
    Location at = Location.parse("https://ann:se@cr:et@host:8080/data/x");
    MantaException failure = StorageFailure.of("read", at, new IOException("no"));
    assertThat(failure).hasMessageContaining("https://ann:***@host:8080/data/x");
    assertThat(failure.getMessage()).doesNotContain("cr:et");
  }

  @Test
  void whatIsWrongWithALocationIsSaidWithoutItsPassword() {
    assertThatThrownBy(() -> Location.parse("https://ann:secret@host/a/../b"))
        .hasMessageContaining("..")
        .message()
        .doesNotContain("secret");
  }

  @Test
  void aLocationIsShownWithoutItsPassword() {
    Location at = Location.parse("webhdfs://ann:secret@host:9870/runs/digits");
    assertThat(at.shown()).isEqualTo("webhdfs://ann:***@host:9870/runs/digits");
    assertThat(Location.parse(at.toString())).isEqualTo(at);
  }

  @Test
  void aLongTextTakesNoLongerThanItsLength() {
    String text = "a".repeat(1 << 20) + "@" + "://a:".repeat(1 << 16);
    Duration before = cpuTime();
    assertThat(Passwords.hidden(text)).isEqualTo(text);
    assertThat(cpuTime().minus(before)).isLessThan(Duration.ofSeconds(10));
  }

  /// How much of a core this thread has used: that is the same on a busy machine.
  private static Duration cpuTime() {
    return Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
  }

  @Test
  void whatIsNoPasswordStays() {
    for (String text :
        new String[] {
          "abfss://box@account.dfs.core.windows.net/a:b",
          "ann@example.org: see https://host:80/a",
          "s3://bucket/a:b@c"
        }) {
      assertThat(Passwords.hidden(text)).isEqualTo(text);
    }
  }
}
