package dev.manta.formats.image;

import dev.manta.data.Batch;
import dev.manta.data.BatchBuilder;
import dev.manta.data.Field;
import dev.manta.data.Reading;
import dev.manta.data.Row;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import dev.manta.spi.files.BinarySource;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.SourceFiles;
import java.util.List;
import java.util.Optional;

/// Image files, each a row.
public record ImageSource(List<String> paths, int height, int width) implements Source {
  private static final Schema SCHEMA =
      Schema.of(
          new Field("path", Type.Scalar.TEXT),
          new Field("label", Type.Scalar.TEXT),
          new Field("image", Type.Scalar.BINARY));

  private static final List<String> ENDINGS =
      List.of(".jpg", ".jpeg", ".png", ".gif", ".bmp", ".tif", ".tiff", ".webp");

  public ImageSource {
    if (height < 1 || width < 1) {
      throw new IllegalArgumentException(
          "images need at least 1 × 1 pixels, not %s × %s".formatted(height, width));
    }
  }

  @Override
  public SourceReader open() {
    var files = new BinarySource(paths, ENDINGS);
    return Partitioned.of(
        new Reader(files.open(), height, width),
        SourceFiles.of(paths, ENDINGS.toArray(String[]::new)));
  }

  private record Reader(SourceReader files, int height, int width) implements SourceReader {
    @Override
    public List<Split> splits() {
      return files.splits();
    }

    @Override
    public boolean mayHaveBadRecords() {
      return true;
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      var rows = new BatchBuilder(reading.memory(), SCHEMA);
      try (Batch all = files.read(split, Wanted.everything(), reading)) {
        for (int i = 0; i < all.rows(); i++) {
          add(all.row(i), rows, reading);
        }
      }
      return rows.build();
    }

    /// Common JPEG images are decoded here, all others by the JDK.
    private byte[] image(byte[] file) {
      Optional<byte[]> resized =
          JpegHead.isYcc(file) ? Jpeg.resized(file, height, width) : Optional.empty();
      return resized.orElseGet(() -> Pixels.decode(file).resized(height, width).rgb());
    }

    private void add(Row file, BatchBuilder rows, Reading reading) {
      try {
        byte[] image = image(file.bytes("bytes"));
        rows.add(Row.of("path", file.text("path"), "label", file.text("label"), "image", image));
      } catch (RuntimeException e) {
        reading.bad(file.text("path"), "", e);
      }
    }
  }
}
