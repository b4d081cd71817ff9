package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.internal.data.rows.SpillStore;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import java.lang.ref.Cleaner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Units of a cached dataset that were read once in this process: in memory while the budget has
/// space, then on disk; until nobody refers to the dataset any more. To other processes it travels
/// empty.
public final class UnitCache {
  private static final Cleaner CLEANER = Cleaner.create();

  private final Store store = new Store();

  /// Which unit it is: files may have come or gone since.
  private record Key(int index, String place) {}

  /// What outlives the last reference, to be given back.
  private static final class Store implements Runnable {
    private final Map<Key, SpillStore.Held> held = new ConcurrentHashMap<>();
    private final SpillStore spill = new SpillStore();

    @Override
    public void run() {
      held.values().forEach(SpillStore.Held::close);
      held.clear();
      spill.close();
    }
  }

  /// An empty one.
  public UnitCache() {
    CLEANER.register(this, store);
  }

  /// The rows of a unit, which is read the first time.
  Batch read(int index, Unit unit, UnitReading reading) {
    var key = new Key(index, unit.place());
    return store
        .held
        .computeIfAbsent(key, _ -> store.spill.hold(unit.read(reading.aloud())))
        .read();
  }

  public Json toJson() {
    return JsonObject.builder().build();
  }

  public static UnitCache fromJson(Json json) {
    json.asObject();
    return new UnitCache();
  }
}
