package dev.manta.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocationTest {
  @ParameterizedTest
  @CsvSource({
    "/runs/a, file, /runs/a",
    "/runs//a/, file, /runs/a",
    "file:/runs, file, /runs",
    "file:///runs/a, file, /runs/a",
    "file://localhost/runs, file, /runs",
    "mem:test/x, mem, test/x",
    "mem://test, mem, test",
    "s3://bucket/runs/, s3, bucket/runs",
    "/runs/../a, file, /a"
  })
  void pathsAndUrisAreRead(String text, String scheme, String path) {
    Location location = Location.parse(text);
    assertThat(location).isEqualTo(new Location(scheme, path));
    assertThat(Location.parse(location.toString())).isEqualTo(location);
  }

  @Test
  void relativeAndHomePathsBecomeAbsolute() {
    assertThat(Location.parse("runs/x").localPath()).isEqualTo(Path.of("runs/x").toAbsolutePath());
    assertThat(Location.parse("~/runs").localPath())
        .isEqualTo(Path.of(System.getProperty("user.home"), "runs"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "mem:a/../b", "s3://x/./y"})
  void whatIsNoLocationIsRefused(String text) {
    assertThatThrownBy(() -> Location.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aChildCannotLeaveItsParent() {
    Location root = Location.parse("/runs");
    assertThat(root.resolve("a/b").path()).isEqualTo("/runs/a/b");
    assertThat(root.resolve("a").relativeTo(root)).isEqualTo("a");
    assertThatThrownBy(() -> root.resolve("../etc")).hasMessageContaining("'..'");
    assertThat(Location.parse("/runs2").isWithin(root)).isFalse();
  }

  @Test
  void localAndMemoryAreBuiltInAndOthersNameTheModule() {
    assertThat(Storages.at(Location.parse("/x"))).isInstanceOf(LocalStorage.class);
    assertThat(Storages.at(Location.parse("mem:x"))).isSameAs(MemoryStorage.shared());
    assertThatThrownBy(() -> Storages.at(Location.parse("s3://b/x")))
        .isInstanceOf(MantaException.class)
        .hasMessage(
            "no storage for s3://b/x: s3:// is in a module that is not on the class path; add"
                + " dev.manta:manta-stores to the project");
    assertThatThrownBy(() -> Storages.at(Location.parse("az://a/c/x")))
        .hasMessageContaining("add dev.manta:manta-stores-opendal to the project");
    assertThatThrownBy(() -> Storages.at(Location.parse("foo://b")))
        .hasMessageContaining("the scheme 'foo' is unknown");
  }
}
