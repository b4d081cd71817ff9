package dev.manta.internal.run;

import dev.manta.checkpoint.CheckpointCatalog.Segment;
import dev.manta.internal.json.Bind;
import dev.manta.internal.json.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Checkpoints that are in lists of the catalog: read once, when somebody asks.
final class Older {
  static final Older NONE = unread(List.of());

  private final List<Segment> segments;
  private final int newest;
  private final Function<List<Segment>, List<Json>> reader;
  private @Nullable Map<String, Kept> read;

  private Older(
      List<Segment> segments,
      Function<List<Segment>, List<Json>> reader,
      @Nullable Map<String, Kept> read) {
    this.segments = List.copyOf(segments);
    this.newest = segments.stream().mapToInt(Segment::newest).max().orElse(0);
    this.reader = reader;
    this.read = read;
  }

  /// Lists that nobody can read yet.
  static Older unread(List<Segment> segments) {
    return new Older(
        segments,
        _ -> {
          throw new IllegalStateException(
              "the lists of checkpoints were asked for without a catalog");
        },
        segments.isEmpty() ? Map.of() : null);
  }

  Older readBy(Function<List<Segment>, List<Json>> how) {
    return new Older(segments, how, segments.isEmpty() ? Map.of() : null);
  }

  /// No lists, which others will be read like.
  Older none() {
    return new Older(List.of(), reader, Map.of());
  }

  List<Segment> segments() {
    return segments;
  }

  boolean isEmpty() {
    return segments.isEmpty();
  }

  /// The highest ordinal in the lists.
  int newest() {
    return newest;
  }

  Collection<Kept> all() {
    return map().values();
  }

  Optional<Kept> find(String name) {
    return Optional.ofNullable(map().get(name));
  }

  private synchronized Map<String, Kept> map() {
    if (read == null) {
      Map<String, Kept> all = new LinkedHashMap<>();
      for (Json one : reader.apply(segments)) {
        Kept kept = Bind.readOlder(one, Kept.class, "checkpoint");
        all.put(kept.name(), kept);
      }
      read = all;
    }
    return read;
  }

  private synchronized @Nullable Map<String, Kept> ifRead() {
    return read;
  }

  /// The same with one more list; where it was read, that need not be done again.
  Older becomes(List<Segment> now, List<Kept> put, Collection<String> removed) {
    Map<String, Kept> before = ifRead();
    if (before == null || segments.isEmpty()) {
      return new Older(now, reader, null);
    }
    Map<String, Kept> after = new LinkedHashMap<>(before);
    removed.forEach(after::remove);
    put.forEach(kept -> after.put(kept.name(), kept));
    return new Older(now, reader, after);
  }
}
