package dev.manta.internal.data.source;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.spi.files.FilesAtOnce;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.SourceFiles;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// NumPy's `.npy` files as column `data`, one row per entry of the first dimension; further
/// dimensions are lists.
public record NpySource(List<String> paths) implements Source {
  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ".npy");
    return Partitioned.of(new Reader(files, new ConcurrentHashMap<>()), files);
  }

  private record Reader(List<SourceFiles.Found> files, Map<String, NpyHeader> headers)
      implements SourceReader {
    private static final long RANGE = 4 << 20;

    @Override
    public List<Split> splits() {
      List<Split> all = new ArrayList<>();
      FilesAtOnce.map(files, file -> header(file.place()));
      for (SourceFiles.Found file : files) {
        NpyHeader header = header(file.place());
        long each = Math.max(1, RANGE / Math.max(header.rowBytes(), 1));
        for (long from = 0; from < header.rows(); from += each) {
          long count = Math.min(each, header.rows() - from);
          String place = file.place() + " row " + from;
          all.add(Split.ofRows(file.place(), place, from, count, count * header.rowBytes()));
        }
      }
      return all;
    }

    private NpyHeader header(String path) {
      NpyHeader known = headers.get(path);
      return known == null ? read(path) : known;
    }

    /// Not within the map: it would keep others from reading theirs.
    private NpyHeader read(String path) {
      NpyHeader header = NpyHeader.read(path);
      headers.put(path, header);
      return header;
    }

    private static Column column(NpyHeader header, Split split, Location at, Memory memory) {
      int rows = Math.toIntExact(split.length());
      try {
        return header.read(
            split.offset(), rows, (from, into) -> Storages.at(at).read(at, from, into), memory);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      NpyHeader header = header(split.path());
      Location at = Location.parse(split.path());
      Memory memory = reading.memory();
      int rows = Math.toIntExact(split.length());
      Column column = column(header, split, at, memory);
      return Batch.of(Schema.of(new Field("data", column.type())), List.of(column), rows, memory);
    }
  }
}
