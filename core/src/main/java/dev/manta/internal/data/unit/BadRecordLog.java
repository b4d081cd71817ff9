package dev.manta.internal.data.unit;

import dev.manta.data.BadRecords;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.error.Passwords;
import dev.manta.internal.data.SeededRandom;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What becomes of records that cannot be read or mapped. A unit may be read more than once, to
/// count its rows for instance: a record is noted the first time.
public final class BadRecordLog {
  private static final int SHOWN_MAX = 200;
  private static final int MARKS_MAX = 1 << 20;

  private final boolean silent;
  private final Set<Long> marks = new HashSet<>();
  private final List<Long> ordered = new ArrayList<>();
  private long count;
  private String first = "";

  BadRecordLog() {
    this(false);
  }

  private BadRecordLog(boolean silent) {
    this.silent = silent;
  }

  /// One that notes nothing: somebody else does.
  static BadRecordLog silent() {
    return new BadRecordLog(true);
  }

  synchronized long count() {
    return count;
  }

  /// How many records can be told by [#marks].
  public synchronized int noted() {
    return ordered.size();
  }

  /// What stands for the records that were noted, from a number on.
  public synchronized List<Long> marks(int from) {
    return List.copyOf(ordered.subList(Math.min(from, ordered.size()), ordered.size()));
  }

  /// Records that another process passed over.
  public void passedOver(List<Long> more) {
    more.forEach(mark -> isNew(mark, "see the log of the process that read it"));
  }

  /// What there is to say when the work is done.
  public synchronized Optional<String> summary() {
    return count == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "%,d bad records were skipped, the first: %s", count, first));
  }

  public void bad(BadRecords policy, String place, String record, RuntimeException why) {
    String shown = Passwords.hidden(place);
    String what = "%s: %s%s".formatted(shown, reason(why), shown(record));
    switch (policy) {
      case BadRecords.Fail _ ->
          throw new MantaException(
              ErrorCode.USER,
              what + "; correct it, or pass over such records with badRecords(BadRecords.skip())",
              why);
      case BadRecords.Skip _ -> isNew(mark(place, record), what);
      case BadRecords.SideOutput(String directory) -> {
        if (isNew(mark(place, record), what)) {
          write(Location.parse(directory).localPath(), shown, record, reason(why));
        }
      }
    }
  }

  private static long mark(String place, String record) {
    return SeededRandom.mix(SeededRandom.hash(place), SeededRandom.hash(record));
  }

  /// Beyond what can be remembered all are new.
  private synchronized boolean isNew(long mark, String what) {
    if (silent) {
      return false;
    }
    if (marks.size() < MARKS_MAX && !marks.add(mark)) {
      return false;
    }
    if (ordered.size() < MARKS_MAX) {
      ordered.add(mark);
    }
    first = count == 0 ? what : first;
    count++;
    return true;
  }

  private static String reason(RuntimeException why) {
    return Passwords.hidden(why.getMessage() == null ? why.toString() : why.getMessage());
  }

  private static String shown(String record) {
    if (record.isEmpty()) {
      return "";
    }
    return record.length() > SHOWN_MAX
        ? " in \"" + record.substring(0, SHOWN_MAX) + "\"…"
        : " in \"" + record + "\"";
  }

  private static synchronized void write(
      Path directory, String place, String record, String reason) {
    String line =
        JsonObject.builder()
                .put("place", place)
                .put("record", record)
                .put("reason", reason)
                .build()
                .text()
            + "\n";
    Path file = directory.resolve("bad-records-" + ProcessHandle.current().pid() + ".jsonl");
    try {
      Files.createDirectories(directory);
      Files.writeString(file, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new MantaException(
          ErrorCode.STORAGE, "a bad record cannot be kept in " + file + ": " + e, e);
    }
  }
}
