package dev.manta.internal.data;

import dev.manta.data.Batch;
import dev.manta.data.Reading;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.util.ArrayList;
import java.util.List;

/// Rows that were read once and are kept in this process: in memory, then on disk.
final class Kept implements Source, SourceReader {
  private final List<Split> splits = new ArrayList<>();
  private final List<Spill.Held> held = new ArrayList<>();
  private final Spill spill = new Spill();

  /// Takes the rows over.
  void add(Batch batch) {
    long index = held.size();
    splits.add(Split.ofRows("kept", "kept unit " + index, index, batch.rows(), batch.size()));
    held.add(spill.hold(batch));
  }

  @Override
  public SourceReader open() {
    return this;
  }

  @Override
  public List<Split> splits() {
    return splits;
  }

  @Override
  public Batch read(Split split, Wanted wanted, Reading reading) {
    return held.get(Math.toIntExact(split.offset())).read();
  }
}
