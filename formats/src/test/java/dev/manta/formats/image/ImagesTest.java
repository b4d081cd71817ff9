package dev.manta.formats.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.BadRecords;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.error.MantaException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Images are decoded and resized as Pillow does it; `images.py` and `narrow.py` in
/// `src/test/python` wrote that down.
@Timeout(300)
class ImagesTest {
  private static final int ROUNDS = 100 * Integer.getInteger("manta.campaign", 1);
  private static final Path RESOURCES = Path.of("src/test/resources");

  @TempDir Path directory;

  @Test
  void imagesAreLabelledByFolderAndResizedLikePillow() throws Exception {
    List<Row> rows = Images.folder(24, 32, RESOURCES.resolve("images").toString()).takeAll();
    assertThat(rows.stream().map(row -> row.text("label"))).containsExactly("grid", "wave");
    for (Row row : rows) {
      Path file = RESOURCES.resolve("images-expected/" + row.text("label") + ".rgb");
      byte[] expected = Files.readAllBytes(file);
      byte[] found = row.bytes("image");
      assertThat(found).hasSameSizeAs(expected);
      double sum = 0;
      for (int i = 0; i < found.length; i++) {
        sum += Math.abs((found[i] & 255) - (expected[i] & 255));
      }
      assertThat(sum / found.length)
          .as("mean difference of %s", row.text("label"))
          .isLessThanOrEqualTo(row.text("label").equals("grid") ? 0.0 : 1.0);
    }
  }

  /// Libjpeg repeats halved colours of up to two columns, and smooths wider ones.
  @ParameterizedTest
  @ValueSource(strings = {"1-420", "4-420", "5-420", "2-422", "4-422", "6-422"})
  void coloursOfNarrowImagesAreEnlargedAsLibjpegDoes(String name) throws Exception {
    Path file = RESOURCES.resolve("image-narrow/" + name + ".jpg");
    byte[] expected = Files.readAllBytes(file.resolveSibling(name + ".rgb"));
    int width = Character.digit(name.charAt(0), 10);
    int height = expected.length / width / Pixels.CHANNELS;
    byte[] found =
        Images.folder(height, width, file.toString()).takeAll().getFirst().bytes("image");
    int most = 0;
    for (int i = 0; i < expected.length; i++) {
      most = Math.max(most, Math.abs((found[i] & 255) - (expected[i] & 255)));
    }
    assertThat(most).as("greatest difference").isLessThanOrEqualTo(3);
  }

  @Test
  void whatIsNoImageIsNamed() throws Exception {
    Files.writeString(directory.resolve("a.jpg"), "no image");
    assertThatThrownBy(() -> Images.folder(8, 8, directory.toString()).takeAll())
        .hasMessageContaining("a.jpg: it is not a JPEG, PNG, GIF, BMP or TIFF image");
  }

  @Test
  void whatIsNoImageIsSkippedAndNotCounted() throws Exception {
    Files.writeString(directory.resolve("a.jpg"), "no image");
    Files.copy(RESOURCES.resolve("images/wave/image.jpg"), directory.resolve("b.jpg"));
    Dataset images = Images.folder(8, 8, directory.toString());
    assertThat(images.count()).as("where none is left out").isEqualTo(2);
    Dataset lenient = images.badRecords(BadRecords.skip());
    assertThat(lenient.count()).isEqualTo(1);
    assertThat(lenient.shuffle(1).takeAll()).hasSize(1);
  }

  @Test
  void aDamagedImageIsAnErrorThatNamesItOrAnImage() throws Exception {
    byte[] good = Files.readAllBytes(RESOURCES.resolve("images/wave/image.jpg"));
    var random = new Random(5);
    Path bad = directory.resolve("bad.jpg");
    for (int i = 0; i < ROUNDS; i++) {
      byte[] bytes = Arrays.copyOf(good, i % 2 == 0 ? good.length : random.nextInt(good.length));
      for (int change = 0; change < 3 && bytes.length > 0; change++) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      Files.write(bad, bytes);
      try {
        assertThat(Images.folder(8, 8, bad.toString()).takeAll()).hasSize(1);
      } catch (MantaException e) {
        assertThat(e).hasMessageContaining("bad.jpg");
      }
    }
  }
}
