package dev.manta.testkit.data;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.spi.files.BinarySource;
import dev.manta.storage.Location;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Whole files.
final class BinarySourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    List<String> paths = new ArrayList<>();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      Path label = Files.createDirectories(directory.resolve("label-" + i / 50));
      Path file = Files.write(label.resolve("f" + (100 + i) + ".bin"), new byte[] {(byte) i, 1, 2});
      paths.add(file.toString());
      rows.add(
          Row.of(
              "path",
              Location.of(file).toString(),
              "label",
              "label-" + i / 50,
              "bytes",
              new byte[] {(byte) i, 1, 2}));
    }
    return new SourceSample(new BinarySource(paths, List.of()), rows);
  }

  @Override
  protected Source empty(Path directory) {
    return new BinarySource(List.of(), List.of());
  }
}
