package dev.manta.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Frames as bytes, so that a change of the format is seen and other languages have something to
/// read. `-Dmanta.golden=write` writes the file anew.
class GoldenFramesTest {
  private static final Path GOLDEN = Path.of("src/test/resources/wire/frames.txt");

  @Test
  void framesLookAsTheyDidBefore() throws IOException {
    String frames =
        Stream.concat(
                Messages.TO_CONTROLLER.stream().map(m -> line(m, m.frame())),
                Messages.TO_WORKER.stream().map(m -> line(m, m.frame())))
            .collect(Collectors.joining());
    if ("write".equals(System.getProperty("manta.golden"))) {
      Files.writeString(GOLDEN, frames);
    }
    assertThat(frames).isEqualTo(Files.readString(GOLDEN));
  }

  private static String line(Object message, byte[] frame) {
    return message.getClass().getSimpleName() + " " + HexFormat.of().formatHex(frame) + "\n";
  }
}
