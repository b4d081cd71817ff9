package dev.manta.bench.data;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;

/// A folder of JPEG images as photographs are: waves of colour under noise, about 40 KB each.
final class IngestImages {
  static final int COUNT = 300;

  private static final int HEIGHT = 375;
  private static final int WIDTH = 500;
  private static final int NOISE = 24;
  private static final int CLASSES = 3;

  private IngestImages() {}

  static void write(Path folder) throws IOException {
    for (int i = 0; i < COUNT; i++) {
      Path directory = Files.createDirectories(folder.resolve("class" + i % CLASSES));
      Path file = directory.resolve(String.format(Locale.ROOT, "%05d.jpg", i));
      if (!ImageIO.write(image(new SplittableRandom(i)), "jpg", file.toFile())) {
        throw new IOException("this JDK writes no JPEG images");
      }
    }
  }

  private static BufferedImage image(SplittableRandom random) {
    var image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    double across = 1 / random.nextDouble(10, 80);
    double down = 1 / random.nextDouble(10, 80);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        int noise = random.nextInt(NOISE);
        double phase = x * across + y * down;
        int rgb =
            level(phase, noise) << 16 | level(phase + 1, noise) << 8 | level(phase + 2, noise);
        image.setRGB(x, y, rgb);
      }
    }
    return image;
  }

  private static int level(double phase, int noise) {
    return (int) (115 + 100 * Math.sin(phase)) + noise;
  }
}
