package dev.manta.bench.data;

import dev.manta.data.Row;
import dev.manta.formats.image.Images;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalDouble;

/// The pixels of some images as Manta and Pillow make them, each in a file of a directory: speed
/// counts only where they are the same.
final class IngestPixels {
  private static final String MANTA = "manta.rgb";
  private static final String PILLOW = "pillow.rgb";
  private static final int COMPARED = 60;

  private IngestPixels() {}

  /// Writes Manta's, in the order of the files' names.
  static void write(String images, int size, Path directory) throws IOException {
    Path file = directory.resolve(MANTA);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
      for (Row row : Images.folder(size, size, images).sort("path").take(COMPARED)) {
        out.write(row.bytes("image"));
      }
    }
  }

  /// The mean difference of all numbers, which are between 0 and 255; empty where Pillow's are not
  /// there.
  static OptionalDouble difference(Path directory) throws IOException {
    if (!Files.exists(directory.resolve(PILLOW))) {
      return OptionalDouble.empty();
    }
    byte[] ours = Files.readAllBytes(directory.resolve(MANTA));
    byte[] theirs = Files.readAllBytes(directory.resolve(PILLOW));
    if (ours.length != theirs.length || ours.length == 0) {
      throw new IOException(
          "%s numbers of pixels cannot be compared with Pillow's %s"
              .formatted(ours.length, theirs.length));
    }
    long sum = 0;
    for (int i = 0; i < ours.length; i++) {
      sum += Math.abs((ours[i] & 255) - (theirs[i] & 255));
    }
    return OptionalDouble.of((double) sum / ours.length);
  }
}
