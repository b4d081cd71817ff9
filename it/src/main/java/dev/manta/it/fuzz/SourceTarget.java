package dev.manta.it.fuzz;

import dev.manta.data.Batch;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.function.Function;

/// A file of a dataset: all its splits, and the values of their rows.
final class SourceTarget implements Target {
  private static final int ROWS_MAX = 1000;

  private final Location at;
  private final long growth;
  private final Function<List<String>, Source> source;

  /// @param name the file's name, by whose ending it is known
  /// @param growth how many times as large as the file its content may be
  SourceTarget(String name, long growth, Function<List<String>, Source> source) {
    this.at = Location.parse("mem:fuzz/data/" + name);
    this.growth = growth;
    this.source = source;
  }

  @Override
  public long growth() {
    return growth;
  }

  @Override
  public void take(byte[] input, Limits limits) {
    MemoryStorage.shared().put(at, dev.manta.storage.ByteSource.of(input));
    SourceReader reader = source.apply(List.of(at.toString())).open();
    for (Split split : reader.splits()) {
      try (Arena arena = Arena.ofConfined()) {
        read(reader, split, limits.memory(arena));
      }
    }
  }

  private static void read(SourceReader reader, Split split, Memory memory) {
    reader.schema(split);
    reader.columns(split);
    try (Batch batch = reader.read(split, Wanted.everything(), new PassedOver(memory))) {
      for (int row = 0; row < Math.min(batch.rows(), ROWS_MAX); row++) {
        batch.row(row).toMap();
      }
    }
  }

  /// Passes over records that are broken.
  private record PassedOver(Memory memory) implements Reading {
    @Override
    public void bad(String place, String record, RuntimeException why) {}
  }
}
