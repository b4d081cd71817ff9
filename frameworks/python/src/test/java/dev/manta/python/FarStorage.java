package dev.manta.python;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Entry;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageProvider;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// Locations such as `far:/tmp/runs`, which only Java knows how to reach: a directory.
public final class FarStorage implements StorageProvider {
  @Override
  public boolean serves(String scheme) {
    return scheme.equals("far");
  }

  @Override
  public Storage open(Location at) {
    return new Far(new LocalStorage());
  }

  private static Location local(Location far) {
    return Location.of(Path.of("/" + far.path()));
  }

  private record Far(Storage near) implements Storage {
    @Override
    public void put(Location at, ByteSource from) {
      near.put(local(at), from);
    }

    @Override
    public boolean putIfAbsent(Location at, byte[] bytes) {
      return near.putIfAbsent(local(at), bytes);
    }

    @Override
    public void read(Location at, long offset, MemorySegment into) {
      near.read(local(at), offset, into);
    }

    @Override
    public OptionalLong size(Location at) {
      return near.size(local(at));
    }

    @Override
    public List<Entry> list(Location prefix) {
      return near.list(local(prefix)).stream()
          .map(
              entry ->
                  new Entry(new Location("far", entry.at().path()), entry.size(), entry.modified()))
          .toList();
    }

    @Override
    public List<String> children(Location prefix) {
      return near.children(local(prefix));
    }

    @Override
    public void deletePrefix(Location prefix) {
      near.deletePrefix(local(prefix));
    }

    @Override
    public void sweep(Location prefix, Duration age) {
      near.sweep(local(prefix), age);
    }
  }
}
