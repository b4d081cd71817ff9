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
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.files.FilesAtOnce;
import dev.manta.spi.files.Partitioned;
import dev.manta.spi.files.SourceFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// NumPy's `.npz` files: a column for each array, a row for each entry of their first dimension.
/// They are read in ranges of rows: where they lie, or unpacked from the beginning of each array
/// on.
public record NpzSource(List<String> paths) implements Source {
  private static final long RANGE = 4 << 20;
  private static final long PACKED_RANGE = 64 << 20;

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ".npz");
    Map<String, List<NpzArray>> arrays = new LinkedHashMap<>();
    List<List<NpzArray>> found = FilesAtOnce.map(files, file -> arrays(file.place()));
    for (int i = 0; i < files.size(); i++) {
      arrays.put(files.get(i).place(), found.get(i));
    }
    return Partitioned.of(new Reader(arrays), files);
  }

  /// The arrays of a file, which are equally long.
  private static List<NpzArray> arrays(String path) {
    List<NpzArray> arrays = new ArrayList<>();
    try {
      for (ZipIndex.Entry entry : ZipIndex.of(path)) {
        arrays.add(NpzArray.of(path, entry));
      }
    } catch (IllegalArgumentException | IOException e) {
      throw unreadable(path, e);
    }
    for (NpzArray array : arrays) {
      if (array.rows() != arrays.getFirst().rows()) {
        throw new MantaException(
            ErrorCode.USER,
            "%s: array \"%s\" has %s rows, the others have %s"
                .formatted(path, array.name(), array.rows(), arrays.getFirst().rows()));
      }
    }
    return arrays;
  }

  private static MantaException unreadable(String path, Exception e) {
    return new MantaException(
        ErrorCode.STORAGE, path + " is not a .npz file that can be read: " + e.getMessage(), e);
  }

  private record Reader(Map<String, List<NpzArray>> files) implements SourceReader {
    @Override
    public List<Split> splits() {
      List<Split> all = new ArrayList<>();
      files.forEach((path, arrays) -> all.addAll(splits(path, arrays)));
      return all;
    }

    private static List<Split> splits(String path, List<NpzArray> arrays) {
      long rows = arrays.isEmpty() ? 0 : arrays.getFirst().rows();
      long bytes = arrays.stream().mapToLong(NpzArray::rowBytes).sum();
      long range = arrays.stream().anyMatch(NpzArray::packed) ? PACKED_RANGE : RANGE;
      long each = Math.max(1, range / Math.max(bytes, 1));
      List<Split> all = new ArrayList<>();
      for (long from = 0; from < Math.max(rows, 1); from += each) {
        long count = Math.min(each, rows - from);
        String place = from == 0 ? path : path + " row " + from;
        all.add(Split.ofRows(path, place, from, count, Math.max(1, count * bytes)));
      }
      return all;
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      Memory memory = reading.memory();
      List<Field> fields = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      try {
        for (NpzArray array : files.getOrDefault(split.path(), List.of())) {
          if (wanted.wants(array.name())) {
            Column column = array.read(split.offset(), Math.toIntExact(split.length()), memory);
            fields.add(new Field(array.name(), column.type()));
            columns.add(column);
          }
        }
      } catch (IOException e) {
        throw unreadable(split.path(), e);
      }
      return Batch.of(Schema.of(fields), columns, Math.toIntExact(split.length()), memory);
    }
  }
}
