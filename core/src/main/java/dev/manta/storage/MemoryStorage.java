package dev.manta.storage;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.channels.Channels;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;

/// Objects in this process's memory: for tests and for runs that need not last.
public final class MemoryStorage implements Storage {
  private static final MemoryStorage SHARED = new MemoryStorage();

  private record Stored(byte[] bytes, Instant modified) {}

  private final NavigableMap<String, Stored> objects = new ConcurrentSkipListMap<>();
  private final InstantSource clock;

  /// An empty storage of its own, apart from the one behind `mem:`.
  public MemoryStorage() {
    this(InstantSource.system());
  }

  /// A storage whose objects get their times from a given clock.
  public MemoryStorage(InstantSource clock) {
    this.clock = clock;
  }

  /// The one behind `mem:` locations.
  public static MemoryStorage shared() {
    return SHARED;
  }

  @Override
  public void put(Location at, ByteSource from) {
    try (InputStream in = Channels.newInputStream(from.open())) {
      byte[] bytes = in.readAllBytes();
      ByteSource.requireSize(from.size(), bytes.length);
      objects.put(at.path(), stored(bytes));
    } catch (IOException e) {
      throw StorageFailure.of("write", at, e);
    }
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    return objects.putIfAbsent(at.path(), stored(bytes.clone())) == null;
  }

  private Stored stored(byte[] bytes) {
    return new Stored(bytes, clock.instant());
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    Stored stored = objects.get(at.path());
    if (stored == null) {
      throw failure(at, "there is nothing at this location");
    }
    long size = stored.bytes().length;
    if (offset + into.byteSize() > size) {
      throw failure(
          at,
          "it ends after %s bytes, wanted were %s from %s"
              .formatted(size, into.byteSize(), offset));
    }
    MemorySegment.copy(MemorySegment.ofArray(stored.bytes()), offset, into, 0, into.byteSize());
  }

  private static MantaException failure(Location at, String why) {
    return new MantaException(ErrorCode.STORAGE, "cannot read " + at + ": " + why);
  }

  @Override
  public OptionalLong size(Location at) {
    Stored stored = objects.get(at.path());
    return stored == null ? OptionalLong.empty() : OptionalLong.of(stored.bytes().length);
  }

  @Override
  public List<Entry> list(Location prefix) {
    List<Entry> entries = new ArrayList<>();
    near(prefix)
        .forEach(
            (path, stored) -> {
              Location at = new Location(prefix.scheme(), path);
              if (at.isWithin(prefix)) {
                entries.add(new Entry(at, stored.bytes().length, stored.modified()));
              }
            });
    return List.copyOf(entries);
  }

  @Override
  public List<String> children(Location prefix) {
    TreeSet<String> names = new TreeSet<>();
    for (Entry entry : list(prefix)) {
      String rest = entry.at().relativeTo(prefix);
      int slash = rest.indexOf('/');
      names.add(slash < 0 ? rest : rest.substring(0, slash));
    }
    names.remove("");
    return List.copyOf(names);
  }

  @Override
  public void deletePrefix(Location prefix) {
    near(prefix).keySet().removeIf(path -> new Location(prefix.scheme(), path).isWithin(prefix));
  }

  /// The objects whose paths begin with the prefix's: those below it are among them.
  private Map<String, Stored> near(Location prefix) {
    String first = prefix.path();
    return objects.subMap(first, true, first + Character.MAX_VALUE, true);
  }

  /// Nothing is ever left behind in memory.
  @Override
  public void sweep(Location prefix, Duration age) {}
}
