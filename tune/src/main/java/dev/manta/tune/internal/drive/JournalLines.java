package dev.manta.tune.internal.drive;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.EntryText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The lines of a journal, as far as they are whole: whoever wrote the last one may have been
/// killed meanwhile.
///
/// @param head what the experiment was begun with; empty where nothing was written
/// @param bytes how many bytes the whole lines have
record JournalLines(Optional<ExperimentHead> head, List<Entry> entries, int bytes) {
  /// Reads lines. One that makes no sense is dropped where it is the last, and refused elsewhere.
  static JournalLines read(byte[] bytes, Location at) {
    List<Entry> entries = new ArrayList<>();
    Optional<ExperimentHead> head = Optional.empty();
    int start = 0;
    int number = 0;
    for (int end = next(bytes, 0); end >= 0; end = next(bytes, start)) {
      number++;
      try {
        Json line = Json.parse(bytes, start, end - start);
        if (head.isEmpty()) {
          head = Optional.of(ExperimentHead.read(line));
        } else {
          entries.add(EntryText.read(line));
        }
      } catch (RuntimeException damaged) {
        requireLast(bytes, end, number, at, damaged);
        break;
      }
      start = end + 1;
    }
    return new JournalLines(head, entries, start);
  }

  private static void requireLast(
      byte[] bytes, int end, int number, Location at, RuntimeException damaged) {
    if (next(bytes, end + 1) >= 0) {
      throw new MantaException(
          ErrorCode.STORAGE,
          "line %s of the journal %s cannot be read: %s; restore the file, or give the experiment another name"
              .formatted(number, at, damaged.getMessage()),
          damaged);
    }
  }

  private static int next(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        return i;
      }
    }
    return -1;
  }
}
