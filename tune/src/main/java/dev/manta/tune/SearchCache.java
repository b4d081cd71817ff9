package dev.manta.tune;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/// What searchers keep between two suggestions of one search because it is costly to make again,
/// such as a process that knows the trials.
///
/// Anything in it may be gone at any time, so no suggestion may depend on what is there. It is for
/// one thread, except for [#cancel].
public final class SearchCache implements AutoCloseable {
  private final Map<Object, Kept> kept = new HashMap<>();
  private volatile boolean cancelled;

  /// Something that is kept, and has an end.
  public interface Kept extends AutoCloseable {
    @Override
    void close();
  }

  /// What is kept for a key; made where there is nothing. A key is of one type alone.
  public <K, T extends Kept> T get(K key, Class<T> type, Function<K, T> make) {
    return type.cast(kept.computeIfAbsent(key, _ -> make.apply(key)));
  }

  /// Says that nobody waits for a suggestion any more. Any thread.
  public void cancel() {
    cancelled = true;
  }

  /// Whether a searcher may give up on the suggestion that it works on, by a
  /// [java.util.concurrent.CancellationException]. Those that wait for others look here.
  public boolean isCancelled() {
    return cancelled;
  }

  /// Ends everything that is kept; what is asked for after that is made again.
  @Override
  public void close() {
    kept.values().forEach(Kept::close);
    kept.clear();
  }
}
