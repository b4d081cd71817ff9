package dev.manta.cli;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import dev.manta.storage.StorageProvider;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/// The local disk under the scheme `full`: there is no space left when a run begins to train, until
/// somebody frees some a moment later.
public final class FullDisk implements Storage, StorageProvider {
  private static final String SCHEME = "full";
  private static final String RECORD = "control/000000000004.json";
  private static final int TIMES = 2;

  private final AtomicInteger refused = new AtomicInteger();

  static String location(Path directory) {
    return new Location(SCHEME, directory.toAbsolutePath().toString()).toString();
  }

  private static Location local(Location at) {
    return new Location("file", "/" + at.path());
  }

  private static Storage disk(Location at) {
    return Storages.at(local(at));
  }

  @Override
  public boolean serves(String scheme) {
    return scheme.equals(SCHEME);
  }

  @Override
  public Storage open(Location at) {
    return new FullDisk();
  }

  private void refuseAtFirst(Location at) {
    if (at.path().endsWith(RECORD) && refused.getAndIncrement() < TIMES) {
      throw StorageFailure.of("write", at, new IOException("No space left on device"));
    }
  }

  @Override
  public void put(Location at, ByteSource from) {
    disk(at).put(local(at), from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    refuseAtFirst(at);
    return disk(at).putIfAbsent(local(at), bytes);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    disk(at).read(local(at), offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    return disk(at).size(local(at));
  }

  @Override
  public List<Entry> list(Location prefix) {
    return disk(prefix).list(local(prefix)).stream().map(FullDisk::entry).toList();
  }

  private static Entry entry(Entry found) {
    return new Entry(new Location(SCHEME, found.at().path()), found.size(), found.modified());
  }

  @Override
  public List<String> children(Location prefix) {
    return disk(prefix).children(local(prefix));
  }

  @Override
  public void deletePrefix(Location prefix) {
    disk(prefix).deletePrefix(local(prefix));
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    disk(prefix).sweep(local(prefix), age);
  }
}
