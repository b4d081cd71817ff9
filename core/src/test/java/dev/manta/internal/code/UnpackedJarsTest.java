package dev.manta.internal.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedJarsTest {
  @TempDir Path root = Path.of("");
  private UnpackedJars jars = new UnpackedJars(Path.of(""));

  @BeforeEach
  void open() {
    jars = new UnpackedJars(root.resolve("unpacked"));
  }

  @Test
  void aContentIsUnpackedOnce() throws IOException {
    var times = new AtomicInteger();
    Path first = jars.get("a", into -> write(into, times.incrementAndGet()));
    Path second = jars.get("a", into -> write(into, times.incrementAndGet()));
    assertThat(second).isEqualTo(first);
    assertThat(first.resolve("file")).hasContent("1");
  }

  @Test
  void whatAKilledProcessLeftInPartIsMadeAgain() throws IOException {
    Files.createDirectories(root.resolve("unpacked/a.new"));
    Files.writeString(root.resolve("unpacked/a.new/half"), "");
    assertThat(jars.get("a", into -> write(into, 1))).isDirectoryNotContaining("glob:**half");
    assertThat(root.resolve("unpacked/a.new")).doesNotExist();
  }

  @Test
  void nothingIsLeftOfWhatCannotBeUnpacked() {
    assertThatThrownBy(
            () ->
                jars.get(
                    "a",
                    into -> {
                      write(into, 1);
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(root.resolve("unpacked/a")).doesNotExist();
    assertThat(root.resolve("unpacked/a.new")).doesNotExist();
  }

  @Test
  void oneInUseStaysHoweverOldAndOthersGo() throws IOException {
    Path used = jars.get("used", into -> write(into, 1));
    Path unused = Files.createDirectories(root.resolve("unpacked/unused"));
    Files.createFile(lock("unused"));
    FileTime old = FileTime.from(Instant.now().minus(Duration.ofDays(40)));
    Files.setLastModifiedTime(lock("used"), old);
    Files.setLastModifiedTime(lock("unused"), old);
    jars.deleteUnused();
    assertThat(used).exists();
    assertThat(unused).doesNotExist();
  }

  private Path lock(String name) {
    return root.resolve("unpacked").resolve(name + ".lock");
  }

  private static void write(Path directory, int content) throws IOException {
    Files.writeString(directory.resolve("file"), Integer.toString(content));
  }
}
