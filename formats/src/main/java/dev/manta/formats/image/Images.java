package dev.manta.formats.image;

import dev.manta.data.Dataset;
import java.util.List;

/// Images from folders.
public final class Images {
  private Images() {}

  /// JPEG, PNG, GIF, BMP and TIFF files below directories, and WebP where a reader for ImageIO is
  /// on the class path, resized to one size as Pillow's bilinear filter does: columns `path`,
  /// `label` (the name of the file's directory) and `image`, whose bytes are red, green and blue of
  /// each pixel, row after row.
  public static Dataset folder(int height, int width, String... paths) {
    return Dataset.from(new ImageSource(List.of(paths), height, width));
  }
}
