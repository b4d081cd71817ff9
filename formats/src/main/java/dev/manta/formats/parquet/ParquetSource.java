package dev.manta.formats.parquet;

import dev.manta.data.Batch;
import dev.manta.data.Condition;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Type;
import dev.manta.data.Wanted;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.files.FilesAtOnce;
import dev.manta.spi.files.Partitions;
import dev.manta.spi.files.SourceFiles;
import dev.manta.storage.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/// Parquet files; a row group is a split.
public record ParquetSource(List<String> paths) implements Source {
  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files = SourceFiles.of(paths, ".parquet", ".parq", ".pq");
    Map<String, SourceFiles.Found> places = new LinkedHashMap<>();
    files.forEach(file -> places.put(file.place(), file));
    return new Reader(places, Partitions.types(files), new ConcurrentHashMap<>());
  }

  private record Opened(SourceFiles.Found file, Footer footer) {}

  /// Opens a file when it is first needed.
  private record Reader(
      Map<String, SourceFiles.Found> files,
      Map<String, Type> partitions,
      ConcurrentMap<String, Opened> opened)
      implements SourceReader {
    /// Stands for the row group of a file that has none: its columns are known all the same.
    private static final int NOTHING = -1;

    /// The most digits of decimals.
    private static final int DIGITS_MAX = 38;

    /// Smaller row groups are read at once.
    private static final long WORTH_SINGLE_READS = 1 << 20;

    @Override
    public List<Split> splits() {
      return splits(List.of());
    }

    @Override
    public List<Split> splits(List<Condition> conditions) {
      List<String> wanted =
          files.values().stream()
              .filter(file -> Partitions.mayHold(file.partitions(), partitions, conditions))
              .map(SourceFiles.Found::place)
              .toList();
      return FilesAtOnce.map(wanted, path -> splits(path, opened(path).footer())).stream()
          .flatMap(List::stream)
          .toList();
    }

    private static List<Split> splits(String path, Footer footer) {
      List<Split> all = new ArrayList<>();
      if (footer.rowGroups().isEmpty()) {
        all.add(Split.ofRows(path, path, NOTHING, 0, 1));
      }
      for (int i = 0; i < footer.rowGroups().size(); i++) {
        Footer.RowGroup group = footer.rowGroups().get(i);
        String place = path + " row group " + i;
        all.add(
            new Split(
                path,
                place,
                i,
                group.rows(),
                java.util.OptionalLong.of(group.rows()),
                Math.max(group.bytes(), 1)));
      }
      return all;
    }

    @Override
    public List<String> columns(Split split) {
      Opened opened = opened(split.path());
      if (split.offset() == NOTHING || split.bytes() < WORTH_SINGLE_READS) {
        return List.of();
      }
      var names = new LinkedHashSet<>(opened.footer().leaves().stream().map(Leaf::name).toList());
      names.addAll(partitions.keySet());
      return List.copyOf(names);
    }

    @Override
    public Optional<Schema> schema(Split split) {
      Opened file = opened(split.path());
      Map<String, Type> types = new LinkedHashMap<>();
      file.footer().leaves().forEach(leaf -> types.put(leaf.name(), leaf.columnType()));
      file.file().partitions().keySet().forEach(types::remove);
      partitions.forEach(types::putIfAbsent);
      List<Field> fields = new ArrayList<>();
      types.forEach((name, type) -> fields.add(new Field(name, type)));
      return Optional.of(Schema.of(fields));
    }

    @Override
    public Set<String> columnsOfNulls(Split split) {
      return opened(split.path()).footer().columnsOfNulls();
    }

    private Opened opened(String path) {
      Opened known = opened.get(path);
      if (known != null) {
        return known;
      }
      // Not within the map: it would keep others from opening theirs.
      Opened fresh = open(path);
      Opened faster = opened.putIfAbsent(path, fresh);
      return faster == null ? fresh : faster;
    }

    private Opened open(String path) {
      SourceFiles.Found file = files.get(path);
      if (file == null) {
        throw new IllegalArgumentException(path + " is not among the files of this dataset");
      }
      Footer footer = Footer.read(file.at(), file.size());
      footer.firstChunks().forEach(Codecs::expect);
      return new Opened(file, footer);
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      Opened opened = opened(split.path());
      Memory memory = reading.memory();
      Footer footer = opened.footer();
      for (Leaf leaf : footer.leaves()) {
        if (wanted.wants(leaf.name())) {
          requireRead(leaf, split.path());
        }
      }
      Batch rows =
          split.offset() == NOTHING
              ? RowGroupReader.empty(footer, wanted, memory)
              : rows(opened, split, wanted, memory);
      return Partitions.add(rows, opened.file().partitions(), partitions, wanted, reading.memory());
    }

    /// What is not asked for may be of any type.
    private static void requireRead(Leaf leaf, String path) {
      if (leaf.type() instanceof Type.Decimal(int digits, _) && digits > DIGITS_MAX) {
        throw new MantaException(
            ErrorCode.USER,
            "%s: column \"%s\" has decimals of %s digits, of which no more than %s are read: select other columns, or write it in another type"
                .formatted(path, leaf.name(), digits, DIGITS_MAX));
      }
    }

    private static Batch rows(Opened opened, Split split, Wanted wanted, Memory memory) {
      Footer footer = opened.footer();
      Footer.RowGroup group = footer.rowGroups().get((int) split.offset());
      Location at = opened.file().at();
      return Pruning.mayHold(footer, group, wanted.conditions())
          ? new RowGroupReader(at, footer, group, split.place()).read(wanted, memory)
          : RowGroupReader.empty(footer, wanted, memory);
    }
  }
}
