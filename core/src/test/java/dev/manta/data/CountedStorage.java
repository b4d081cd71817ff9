package dev.manta.data;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// The local disk under the scheme `counted`, with a count of what is asked for by path.
public final class CountedStorage implements Storage {
  static final String SCHEME = "counted";

  /// What was asked of a file, or of a directory.
  public record Asked(long reads, long bytes, long listings) {
    static final Asked NOTHING = new Asked(0, 0, 0);

    private Asked with(Asked other) {
      return new Asked(reads + other.reads, bytes + other.bytes, listings + other.listings);
    }
  }

  private static final Map<String, Asked> ASKED = new ConcurrentHashMap<>();

  /// A local path as a location whose use is counted.
  public static String of(Path path) {
    return new Location(SCHEME, path.toAbsolutePath().toString()).toString();
  }

  /// What was asked for so far.
  public static Asked asked(String location) {
    return ASKED.getOrDefault(Location.parse(location).path(), Asked.NOTHING);
  }

  private static void count(Location at, Asked asked) {
    ASKED.merge(at.path(), asked, Asked::with);
  }

  private static Location local(Location at) {
    return new Location("file", "/" + at.path());
  }

  private static Storage inner(Location at) {
    return Storages.at(local(at));
  }

  @Override
  public void put(Location at, ByteSource from) {
    inner(at).put(local(at), from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    return inner(at).putIfAbsent(local(at), bytes);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    count(at, new Asked(1, into.byteSize(), 0));
    inner(at).read(local(at), offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    return inner(at).size(local(at));
  }

  @Override
  public List<Entry> list(Location prefix) {
    count(prefix, new Asked(0, 0, 1));
    return inner(prefix).list(local(prefix)).stream().map(CountedStorage::entry).toList();
  }

  private static Entry entry(Entry found) {
    return new Entry(new Location(SCHEME, found.at().path()), found.size(), found.modified());
  }

  @Override
  public List<String> children(Location prefix) {
    return inner(prefix).children(local(prefix));
  }

  @Override
  public void deletePrefix(Location prefix) {
    inner(prefix).deletePrefix(local(prefix));
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    inner(prefix).sweep(local(prefix), age);
  }
}
