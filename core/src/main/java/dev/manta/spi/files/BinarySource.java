package dev.manta.spi.files;

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
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.util.ArrayList;
import java.util.List;

/// Whole files: columns `path`, `label` (the name of the file's directory) and `bytes`.
///
/// @param endings what names of files in directories end in, where some do
public record BinarySource(List<String> paths, List<String> endings) implements Source {
  private static final long GROUP_BYTES = 4 << 20;
  private static final int GROUP_FILES = 64;
  private static final Schema SCHEMA =
      Schema.of(
          new Field("path", Type.Scalar.TEXT),
          new Field("label", Type.Scalar.TEXT),
          new Field("bytes", Type.Scalar.BINARY));

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, endings.toArray(String[]::new));
    return Partitioned.of(new Reader(files), files);
  }

  /// Reads files in groups, so that small ones are not a unit each.
  private record Reader(List<SourceFiles.Found> files) implements SourceReader {
    @Override
    public List<Split> splits() {
      List<Split> all = new ArrayList<>();
      int from = 0;
      while (from < files.size()) {
        int to = end(from);
        long bytes = files.subList(from, to).stream().mapToLong(SourceFiles.Found::size).sum();
        String path = files.get(from).place();
        String place = to - from == 1 ? path : path + " to " + files.get(to - 1).place();
        all.add(Split.ofRows(path, place, from, (long) to - from, bytes));
        from = to;
      }
      return all;
    }

    private int end(int from) {
      long bytes = 0;
      int at = from;
      while (at < files.size()
          && at - from < GROUP_FILES
          && (at == from || bytes < GROUP_BYTES)
          && files.get(at).partitions().equals(files.get(from).partitions())) {
        bytes += files.get(at++).size();
      }
      return at;
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      var batch = new BatchBuilder(reading.memory(), SCHEMA);
      for (long i = split.offset(); i < split.offset() + split.length(); i++) {
        Location at = files.get((int) i).at();
        byte[] bytes = wanted.wants("bytes") ? Storages.at(at).read(at) : new byte[0];
        batch.add(Row.of("path", at.toString(), "label", label(at), "bytes", bytes));
      }
      return batch.build();
    }

    private static String label(Location at) {
      int end = at.path().lastIndexOf('/');
      return end < 0 ? "" : at.path().substring(at.path().lastIndexOf('/', end - 1) + 1, end);
    }
  }
}
