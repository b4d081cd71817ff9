package dev.manta.tune;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// What searchers keep between two suggestions of one search because it is costly to make again,
/// such as a process that knows the trials.
///
/// Anything in it may be gone at any time, so no suggestion may depend on what is there. It is for
/// one thread.
public final class SearchCache implements AutoCloseable {
  private final Map<Object, Kept> kept = new HashMap<>();

  /// Something that is kept, and has an end.
  public interface Kept extends AutoCloseable {
    @Override
    void close();
  }

  /// What is kept for a key; made where there is nothing. A key is of one type alone.
  public <K, T extends Kept> T get(K key, Class<T> type, Function<K, T> make) {
    return type.cast(kept.computeIfAbsent(key, _ -> make.apply(key)));
  }

  /// Ends everything that is kept; what is asked for after that is made again.
  @Override
  public void close() {
    kept.values().forEach(Kept::close);
    kept.clear();
  }
}
