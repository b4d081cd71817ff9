package dev.manta.internal.run.state;

import dev.manta.internal.checkpoint.CheckpointCatalog.Segment;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Checkpoints that are in lists of the catalog: read once, when somebody asks.
final class CatalogCheckpoints {
  static final CatalogCheckpoints NONE = unread(List.of());

  private final List<Segment> segments;
  private final int newest;
  private final Function<List<Segment>, List<Json>> reader;
  private @Nullable Map<String, CommittedCheckpoint> read;

  private CatalogCheckpoints(
      List<Segment> segments,
      Function<List<Segment>, List<Json>> reader,
      @Nullable Map<String, CommittedCheckpoint> read) {
    this.segments = List.copyOf(segments);
    this.newest = segments.stream().mapToInt(Segment::newest).max().orElse(0);
    this.reader = reader;
    this.read = read;
  }

  /// Lists that nobody can read yet.
  static CatalogCheckpoints unread(List<Segment> segments) {
    return new CatalogCheckpoints(
        segments,
        _ -> {
          throw new IllegalStateException(
              "the lists of checkpoints were asked for without a catalog");
        },
        segments.isEmpty() ? Map.of() : null);
  }

  CatalogCheckpoints readBy(Function<List<Segment>, List<Json>> how) {
    return new CatalogCheckpoints(segments, how, segments.isEmpty() ? Map.of() : null);
  }

  /// No lists, which others will be read like.
  CatalogCheckpoints none() {
    return new CatalogCheckpoints(List.of(), reader, Map.of());
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

  Collection<CommittedCheckpoint> all() {
    return map().values();
  }

  Optional<CommittedCheckpoint> find(String name) {
    return Optional.ofNullable(map().get(name));
  }

  private synchronized Map<String, CommittedCheckpoint> map() {
    if (read == null) {
      Map<String, CommittedCheckpoint> all = new LinkedHashMap<>();
      for (Json one : reader.apply(segments)) {
        CommittedCheckpoint checkpoint =
            Bind.readOlder(one, CommittedCheckpoint.class, "checkpoint");
        all.put(checkpoint.name(), checkpoint);
      }
      read = all;
    }
    return read;
  }

  private synchronized @Nullable Map<String, CommittedCheckpoint> ifRead() {
    return read;
  }

  /// The same with one more list; where it was read, that need not be done again.
  CatalogCheckpoints becomes(
      List<Segment> now, List<CommittedCheckpoint> put, Collection<String> removed) {
    Map<String, CommittedCheckpoint> before = ifRead();
    if (before == null || segments.isEmpty()) {
      return new CatalogCheckpoints(now, reader, null);
    }
    Map<String, CommittedCheckpoint> after = new LinkedHashMap<>(before);
    removed.forEach(after::remove);
    put.forEach(checkpoint -> after.put(checkpoint.name(), checkpoint));
    return new CatalogCheckpoints(now, reader, after);
  }
}
