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
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// NumPy's `.npz` files: a column for each array, a row for each entry of their first dimension.
public record NpzSource(List<String> paths) implements Source {
  private static final String ENDING = ".npy";

  @Override
  public SourceReader open() {
    List<Files.Found> files = Files.of(paths, ".npz");
    return Partitioned.of(new Reader(whole(files)), files);
  }

  private static List<Split> whole(List<Files.Found> files) {
    return files.stream().map(file -> Split.ofBytes(file.place(), 0, file.size())).toList();
  }

  private record Reader(List<Split> splits) implements SourceReader {
    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      var arrays = new Arrays(split.path(), reading.memory());
      try (var zip = new ZipInputStream(StoredStream.of(split.path()))) {
        ZipEntry entry = zip.getNextEntry();
        while (entry != null) {
          arrays.add(entry.getName(), zip.readAllBytes(), wanted);
          entry = zip.getNextEntry();
        }
        return arrays.batch();
      } catch (IOException e) {
        throw new MantaException(
            ErrorCode.STORAGE,
            split.path() + " is no .npz file that can be read: " + e.getMessage(),
            e);
      }
    }
  }

  /// The arrays of one file, which are equally long.
  private static final class Arrays {
    private final String path;
    private final Memory memory;
    private final List<Field> fields = new ArrayList<>();
    private final List<Column> columns = new ArrayList<>();
    private int rows = -1;

    Arrays(String path, Memory memory) {
      this.path = path;
      this.memory = memory;
    }

    void add(String entry, byte[] bytes, Wanted wanted) {
      String name = entry.endsWith(ENDING) ? entry.substring(0, entry.length() - 4) : entry;
      NpyHeader header = NpyHeader.parse(bytes, path + " array " + name, bytes.length);
      int count = Math.toIntExact(header.rows());
      if (rows >= 0 && count != rows) {
        throw new MantaException(
            ErrorCode.USER,
            "%s: array \"%s\" has %d rows, the others have %d".formatted(path, name, count, rows));
      }
      rows = count;
      if (wanted.wants(name)) {
        Column column = header.column(count, values(header, bytes), memory);
        fields.add(new Field(name, column.type()));
        columns.add(column);
      }
    }

    private MemorySegment values(NpyHeader header, byte[] bytes) {
      int from = Math.toIntExact(header.dataOffset());
      int size = Math.toIntExact(header.rows() * header.rowBytes());
      MemorySegment values = memory.allocate(size);
      MemorySegment.copy(bytes, from, values, ValueLayout.JAVA_BYTE, 0, size);
      return values;
    }

    Batch batch() {
      return Batch.of(Schema.of(fields), columns, Math.max(rows, 0), memory);
    }
  }
}
