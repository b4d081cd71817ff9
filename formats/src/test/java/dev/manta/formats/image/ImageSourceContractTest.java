package dev.manta.formats.image;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.storage.Location;
import dev.manta.testkit.data.FileSourceContract;
import dev.manta.testkit.data.SourceSample;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/// Image files.
final class ImageSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    List<String> paths = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 70; i++) {
      Path label = Files.createDirectories(directory.resolve("label-" + i / 40));
      Path file = label.resolve("i" + (10 + i) + ".png");
      ImageIO.write(image(i), "png", file.toFile());
      paths.add(file.toString());
      rows.add(
          Row.of(
              "path",
              Location.of(file).toString(),
              "label",
              "label-" + i / 40,
              "image",
              new byte[] {(byte) i, 2, 3}));
    }
    return new SourceSample(new ImageSource(paths, 1, 1), rows);
  }

  private static BufferedImage image(int red) {
    var image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, red << 16 | 2 << 8 | 3);
    return image;
  }

  @Override
  protected Source empty(Path directory) {
    return new ImageSource(List.of(), 1, 1);
  }
}
