package dev.manta.internal.checkpoint;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/// The checkpoints of a run that its control records have no space for: lists that are written
/// once, in `<run>/catalog`.
///
/// A list counts once a control record names it. Of several lists the later says what is true of a
/// name. Eight lists of about one size become one, so that there are few.
public final class CheckpointCatalog {
  private static final String SUFFIX = ".json";
  private static final int FAN = 8;

  /// A list.
  ///
  /// @param file its name
  /// @param lines how many names are in it
  /// @param newest the highest ordinal in it
  /// @param crc32c what its bytes must be
  public record Segment(String file, int lines, int newest, String crc32c) {}

  /// What a list says: which checkpoints there are, and which of earlier lists are no more.
  ///
  /// @param put each an object with a `name` and an `ordinal`
  public record Content(List<Json> put, List<String> removed) {
    public Content {
      put = List.copyOf(put);
      removed = List.copyOf(removed);
    }

    int lines() {
      return put.size() + removed.size();
    }

    private int newest() {
      return put.stream().mapToInt(one -> one.asObject().get("ordinal").asInt()).max().orElse(0);
    }
  }

  private final Storage storage;
  private final Location root;

  /// @param run the run's directory
  public CheckpointCatalog(Storage storage, Location run) {
    this.storage = storage;
    this.root = run.resolve("catalog");
  }

  /// Writes one more list, and merges it with the last ones where they have become many. What is
  /// merged stays in storage: somebody may be about to read it.
  ///
  /// @param name tells this list from all others
  /// @return the lists that say everything from now on
  public List<Segment> add(List<Segment> segments, Content more, String name) {
    int from = mergedFrom(segments, more.lines());
    List<Segment> all = new ArrayList<>(segments.subList(0, from));
    Content merged = merged(segments.subList(from, segments.size()), more, from == 0);
    if (merged.lines() > 0) {
      all.add(write(name, merged));
    }
    return List.copyOf(all);
  }

  /// Where the last lists begin that are no larger than what they would become.
  private static int mergedFrom(List<Segment> segments, int lines) {
    int from = segments.size();
    long total = lines;
    while (true) {
      int first = from;
      while (first > 0 && tier(segments.get(first - 1).lines()) <= tier(total)) {
        first--;
      }
      if (from - first < FAN - 1) {
        return from;
      }
      total += segments.subList(first, from).stream().mapToLong(Segment::lines).sum();
      from = first;
    }
  }

  /// Sizes within a factor of eight.
  private static int tier(long lines) {
    return (63 - Long.numberOfLeadingZeros(Math.max(1, lines))) / 3;
  }

  /// @param all whether nothing is older, so that nobody need know what was removed
  private Content merged(List<Segment> segments, Content last, boolean all) {
    Map<String, Json> put = new LinkedHashMap<>();
    Set<String> removed = new LinkedHashSet<>();
    for (Segment segment : segments) {
      apply(read(segment), put, removed);
    }
    apply(last, put, removed);
    return new Content(List.copyOf(put.values()), all ? List.of() : List.copyOf(removed));
  }

  private static void apply(Content content, Map<String, Json> put, Set<String> removed) {
    put.keySet().removeAll(Set.copyOf(content.removed()));
    removed.addAll(content.removed());
    for (Json one : content.put()) {
      String name = one.asObject().get("name").asText();
      put.remove(name);
      put.put(name, one);
      removed.remove(name);
    }
  }

  private Segment write(String name, Content content) {
    byte[] bytes = Bind.write(content).bytes();
    Location at = root.resolve(name + SUFFIX);
    if (!storage.putIfAbsent(at, bytes) && !Arrays.equals(storage.read(at), bytes)) {
      throw new MantaException(
          ErrorCode.STORAGE, "cannot write " + at + ": there is another list of that name");
    }
    return new Segment(name + SUFFIX, content.lines(), content.newest(), crc32c(bytes));
  }

  private static String crc32c(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return Checksum.text((int) crc.getValue());
  }

  /// What all these lists together say.
  public List<Json> readAll(List<Segment> segments) {
    return merged(segments, new Content(List.of(), List.of()), true).put();
  }

  private Content read(Segment segment) {
    Location at = root.resolve(segment.file());
    byte[] bytes = storage.read(at);
    if (!crc32c(bytes).equals(segment.crc32c())) {
      throw damaged(at, "its checksum is not " + segment.crc32c());
    }
    try {
      return Bind.readOlder(Json.parse(bytes), Content.class, "list");
    } catch (JsonException e) {
      throw damaged(at, String.valueOf(e.getMessage()));
    }
  }

  private static MantaException damaged(Location at, String what) {
    return new MantaException(
        ErrorCode.STORAGE,
        "the list of checkpoints %s is damaged: %s; restore it, or start over with fresh()"
            .formatted(at, what));
  }

  /// Deletes lists that are none of these and have been there for a while.
  public void sweep(List<Segment> segments, Instant now, Duration young) {
    Set<Location> named = new LinkedHashSet<>();
    segments.forEach(segment -> named.add(root.resolve(segment.file())));
    for (Entry entry : storage.list(root)) {
      if (!named.contains(entry.at()) && entry.modified().isBefore(now.minus(young))) {
        storage.deletePrefix(entry.at());
      }
    }
  }
}
