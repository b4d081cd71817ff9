package dev.manta.storage;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/// A storage that says what it is asked for before it does it; what the hook throws, it throws.
public record HookedStorage(Storage real, Hook hook) implements Storage {
  /// What happens before each call.
  public interface Hook {
    /// Hears of a call.
    ///
    /// @param operation the name of the method
    void before(String operation, Location at);
  }

  @Override
  public void put(Location at, ByteSource from) {
    hook.before("put", at);
    real.put(at, from);
  }

  @Override
  public boolean putIfAbsent(Location at, byte[] bytes) {
    hook.before("putIfAbsent", at);
    return real.putIfAbsent(at, bytes);
  }

  @Override
  public void requireExclusivePuts(Location below) {
    hook.before("requireExclusivePuts", below);
    real.requireExclusivePuts(below);
  }

  @Override
  public void read(Location at, long offset, MemorySegment into) {
    hook.before("read", at);
    real.read(at, offset, into);
  }

  @Override
  public OptionalLong size(Location at) {
    hook.before("size", at);
    return real.size(at);
  }

  @Override
  public List<Entry> list(Location prefix) {
    hook.before("list", prefix);
    return real.list(prefix);
  }

  @Override
  public List<String> children(Location prefix) {
    hook.before("children", prefix);
    return real.children(prefix);
  }

  @Override
  public void deletePrefix(Location prefix) {
    hook.before("deletePrefix", prefix);
    real.deletePrefix(prefix);
  }

  @Override
  public void sweep(Location prefix, Duration age) {
    hook.before("sweep", prefix);
    real.sweep(prefix, age);
  }
}
