package dev.manta.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Images in all modes are what Pillow's `convert("RGB")` makes of them; `src/test/python/modes.py`
/// wrote that down.
@Timeout(300)
class ImageModesTest {
  private static final Path MODES = Path.of("src/test/resources/image-modes");
  private static final int HEIGHT = 24;
  private static final int WIDTH = 32;
  private static final int WIDTH_AT = 16;

  @TempDir Path directory;

  static List<String> images() throws IOException {
    try (Stream<Path> all = Files.list(MODES)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> !name.endsWith(".rgb"))
          .sorted()
          .toList();
    }
  }

  private static byte[] image(Path path) {
    return Images.folder(HEIGHT, WIDTH, path.toString()).takeAll().getFirst().bytes("image");
  }

  @ParameterizedTest
  @MethodSource("images")
  void anImageHasTheColoursThatPillowSees(String name) throws IOException {
    byte[] expected = Files.readAllBytes(MODES.resolve(name + ".rgb"));
    byte[] found = image(MODES.resolve(name));
    int most = 0;
    for (int i = 0; i < expected.length; i++) {
      most = Math.max(most, Math.abs((found[i] & 255) - (expected[i] & 255)));
    }
    assertThat(most).as("greatest difference").isLessThanOrEqualTo(name.endsWith("jpg") ? 2 : 0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ycc.jpg",
        "ycc-progressive.jpg",
        "gray.jpg",
        "cmyk.jpg",
        "gray.png",
        "palette.gif",
        "rgb.bmp",
        "rgb.tif"
      })
  void anImageThatIsCutOffIsRefused(String name) throws IOException {
    byte[] whole = Files.readAllBytes(MODES.resolve(name));
    Path cut = directory.resolve(name);
    for (int missing : new int[] {30, whole.length / 2, whole.length * 3 / 4}) {
      Files.write(cut, Arrays.copyOf(whole, whole.length - missing));
      assertThatThrownBy(() -> image(cut))
          .as("%d of %d bytes are missing", missing, whole.length)
          .hasMessageContaining(name);
    }
  }

  @Test
  void aJpegWithoutItsEndMarkIsCutOff() throws IOException {
    byte[] whole = Files.readAllBytes(MODES.resolve("ycc.jpg"));
    Path cut = Files.write(directory.resolve("cut.jpg"), Arrays.copyOf(whole, whole.length - 1));
    assertThatThrownBy(() -> image(cut)).hasMessageContaining("cut.jpg: the image ends early");
  }

  @Test
  void anImageOfMorePixelsThanAnyoneTrainsOnIsRefusedBeforeItTakesMemory() throws IOException {
    byte[] small = Files.readAllBytes(MODES.resolve("gray.png"));
    ByteBuffer.wrap(small).putInt(WIDTH_AT, 20_000).putInt(WIDTH_AT + 4, 20_000);
    Path bomb = Files.write(directory.resolve("bomb.png"), small);
    assertThatThrownBy(() -> image(bomb))
        .hasMessageContaining("bomb.png: an image of 20000 × 20000 pixels");
  }

  @Test
  void anImageThatNoReaderIsThereForIsNamed() throws IOException {
    byte[] head = {'R', 'I', 'F', 'F', 20, 0, 0, 0, 'W', 'E', 'B', 'P', 'V', 'P', '8', ' '};
    Path webp = Files.write(directory.resolve("a.webp"), head);
    assertThatThrownBy(() -> image(webp))
        .hasMessageContaining("a.webp: it is a WebP image, which the JDK does not read")
        .hasMessageContaining("imageio-webp");
  }
}
