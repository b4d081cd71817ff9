package dev.manta.testkit.data;

import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.data.Source;
import dev.manta.internal.data.source.NpzSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// Archives of arrays of NumPy.
final class NpzSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    List<String> archives = new ArrayList<>();
    Path arrays = Files.createTempDirectory(directory.getParent(), "arrays");
    SourceSample.written(arrays, Sink.npy("id"), NpzSource::new);
    for (String name : List.of("first", "second")) {
      archives.add(archive(directory.resolve(name + ".npz"), arrays.resolve(name + ".npy")));
    }
    List<Row> rows = new ArrayList<>();
    for (Row row : SourceSample.numbered(0, 40)) {
      rows.add(Row.of("a", row.value("id"), "b", row.value("id")));
    }
    return new SourceSample(new NpzSource(archives), rows);
  }

  private static String archive(Path archive, Path array) throws Exception {
    try (var zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : List.of("a.npy", "b.npy")) {
        zip.putNextEntry(new ZipEntry(name));
        Files.copy(array, zip);
        zip.closeEntry();
      }
    }
    return archive.toString();
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    String array = SourceSample.withoutRows(directory, Sink.npy("id"));
    return new NpzSource(List.of(archive(directory.resolve("empty.npz"), Path.of(array))));
  }
}
