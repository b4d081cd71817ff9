package dev.manta.internal.data.rows;

import dev.manta.data.Batch;
import dev.manta.data.Reading;
import dev.manta.data.Source;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import java.lang.ref.Cleaner;
import java.util.ArrayList;
import java.util.List;

/// Rows that were read once and are kept in this process: in memory, then on disk; until nobody
/// refers to them any more.
public final class CachedRows implements Source, SourceReader {
  private static final Cleaner CLEANER = Cleaner.create();

  private final List<Split> splits = new ArrayList<>();
  private final Store store = new Store();

  /// What outlives the last reference, to be given back.
  private static final class Store implements Runnable {
    private final List<SpillStore.Held> held = new ArrayList<>();
    private final SpillStore spill = new SpillStore();

    @Override
    public synchronized void run() {
      held.forEach(SpillStore.Held::close);
      held.clear();
      spill.close();
    }
  }

  public CachedRows() {
    CLEANER.register(this, store);
  }

  /// Takes the rows over.
  public void add(Batch batch) {
    long index = store.held.size();
    splits.add(Split.ofRows("kept", "kept unit " + index, index, batch.rows(), batch.size()));
    store.held.add(store.spill.hold(batch));
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
    return store.held.get(Math.toIntExact(split.offset())).read();
  }
}
