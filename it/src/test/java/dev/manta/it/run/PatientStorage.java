package dev.manta.it.run;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// The local disk under the scheme `patient`, on which the index of a snapshot takes ten seconds.
final class PatientStorage implements Storage {
  static final String SCHEME = "patient";

  /// The file that takes so long.
  static final String SLOW = "live.json";

  private static final Duration WAIT = Duration.ofSeconds(10);

  static String location(Path directory) {
    return new Location(SCHEME, directory.toAbsolutePath().toString()).toString();
  }

  private static Location local(Location at) {
    return new Location("file", "/" + at.path());
  }

  private static Storage inner(Location at) {
    return Storages.at(local(at));
  }

  private static void waitIfSlow(Location at) {
    if (at.name().equals(SLOW)) {
      try {
        Thread.sleep(WAIT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void put(Location at, ByteSource from) {
    waitIfSlow(at);
    inner(at).put(local(at), from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    return inner(at).putIfAbsent(local(at), bytes);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    inner(at).read(local(at), offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    return inner(at).size(local(at));
  }

  @Override
  public List<Entry> list(Location prefix) {
    return inner(prefix).list(local(prefix)).stream().map(PatientStorage::entry).toList();
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
