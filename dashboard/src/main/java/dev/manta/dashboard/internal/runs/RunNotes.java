package dev.manta.dashboard.internal.runs;

import dev.manta.error.MantaException;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.util.List;
import java.util.Optional;

/// What people have written about a run, in its directory as `notes.json`.
public record RunNotes(List<String> tags, String note) {
  public static final RunNotes NONE = new RunNotes(List.of(), "");

  static final String FILE = "notes.json";

  private static final int TAGS_MAX = 20;
  private static final int TAG_LENGTH_MAX = 50;
  private static final int NOTE_LENGTH_MAX = 10_000;

  public RunNotes {
    tags = tags.stream().map(String::strip).distinct().toList();
    if (tags.size() > TAGS_MAX) {
      throw new IllegalArgumentException(
          "a run has at most %s tags, not %s".formatted(TAGS_MAX, tags.size()));
    }
    tags.forEach(RunNotes::requireTag);
    if (note.length() > NOTE_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "a note has at most %s characters, not %s".formatted(NOTE_LENGTH_MAX, note.length()));
    }
  }

  private static void requireTag(String tag) {
    if (tag.isEmpty() || tag.length() > TAG_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "a tag has 1 to %s characters, not %s".formatted(TAG_LENGTH_MAX, tag.length()));
    }
  }

  /// Those of a run; none where nobody has written any, or they cannot be read.
  public static RunNotes of(Location run) {
    Storage storage = Storages.at(run);
    try {
      Optional<byte[]> bytes = storage.find(run.resolve(FILE));
      return bytes.map(text -> Bind.read(Json.parse(text), RunNotes.class)).orElse(NONE);
    } catch (JsonException | MantaException unreadable) {
      return NONE;
    }
  }

  /// Puts them in place of those that were there.
  public void write(Location run) {
    Storages.at(run).put(run.resolve(FILE), ByteSource.of(Bind.write(this).bytes()));
  }
}
