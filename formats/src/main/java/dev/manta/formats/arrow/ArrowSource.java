package dev.manta.formats.arrow;

import dev.manta.data.Batch;
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
import dev.manta.spi.arrow.ArrowBody;
import dev.manta.spi.arrow.ArrowField;
import dev.manta.spi.arrow.FlatBuffer;
import dev.manta.spi.files.FilesAtOnce;
import dev.manta.spi.files.Partitions;
import dev.manta.spi.files.SourceFiles;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;

/// Arrow's streams and files (Feather, the folders of Hugging Face); a record batch is a split.
public record ArrowSource(List<String> paths) implements Source {
  private static final String EXTENSION_OF_OTHERS = ".json";

  @Override
  public SourceReader open() {
    List<SourceFiles.Found> files =
        SourceFiles.of(paths).stream()
            .filter(file -> !file.place().endsWith(EXTENSION_OF_OTHERS))
            .toList();
    Map<String, SourceFiles.Found> places = new LinkedHashMap<>();
    files.forEach(file -> places.put(file.place(), file));
    return new Reader(places, Partitions.types(files), new ConcurrentHashMap<>());
  }

  private record Opened(SourceFiles.Found found, ArrowFile file) {}

  /// Opens a file when it is first needed.
  private record Reader(
      Map<String, SourceFiles.Found> files,
      Map<String, Type> partitions,
      ConcurrentMap<String, Opened> opened)
      implements SourceReader {
    @Override
    public List<Split> splits() {
      List<String> paths = List.copyOf(files.keySet());
      return FilesAtOnce.map(paths, path -> splits(path, opened(path).file())).stream()
          .flatMap(List::stream)
          .toList();
    }

    private static List<Split> splits(String path, ArrowFile file) {
      List<Split> all = new ArrayList<>();
      for (int i = 0; i < file.batches().size(); i++) {
        ArrowFile.Rows batch = file.batches().get(i);
        String place = path + " record batch " + i;
        long size = Math.max(batch.message().size(), 1);
        all.add(Split.ofRows(path, place, i, batch.count(), size));
      }
      return all;
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
      return new Opened(file, ArrowFile.read(file.at(), file.size()));
    }

    /// Nothing is known before of files with columns that are not read.
    @Override
    public Optional<Schema> schema(Split split) {
      Map<String, Type> types = new LinkedHashMap<>();
      for (ArrowField field : opened(split.path()).file().fields()) {
        for (ArrowField.Leaf leaf : field.leaves()) {
          if (leaf.type().isEmpty()) {
            return Optional.empty();
          }
          types.put(leaf.name(), leaf.type().get());
        }
      }
      partitions.forEach(types::putIfAbsent);
      List<Field> fields = new ArrayList<>();
      types.forEach((name, type) -> fields.add(new Field(name, type)));
      return Optional.of(Schema.of(fields));
    }

    @Override
    public Set<String> columnsOfNulls(Split split) {
      return opened(split.path()).file().fields().stream()
          .filter(ArrowField::isNull)
          .map(ArrowField::name)
          .collect(Collectors.toSet());
    }

    @Override
    public Batch read(Split split, Wanted wanted, Reading reading) {
      Opened opened = opened(split.path());
      Memory memory = reading.memory();
      try {
        Batch rows = rows(opened.file(), (int) split.offset(), wanted, memory);
        Map<String, String> named = opened.found().partitions();
        return Partitions.add(rows, named, partitions, wanted, reading.memory());
      } catch (IndexOutOfBoundsException | IllegalArgumentException | ArithmeticException e) {
        throw new MantaException(
            ErrorCode.STORAGE, "%s: %s".formatted(split.place(), e.getMessage()), e);
      }
    }

    private static Batch rows(ArrowFile file, int index, Wanted wanted, Memory memory) {
      file.requireReadable(wanted::wants);
      ArrowFile.Rows batch = file.batches().get(index);
      ArrowFile.Message message = batch.message();
      ArrowBody.Stored body =
          wanted.columns().isEmpty()
              ? ArrowFile.body(file.at(), message, memory)::asSlice
              : (from, size) -> ArrowFile.part(file.at(), message, from, size, memory);
      FlatBuffer head = message.header();
      return new ArrowBody(head, body, memory, file.dictionaries().of(batch), ArrowCodec.of(head))
          .batch(file.fields(), wanted::wants);
    }
  }
}
