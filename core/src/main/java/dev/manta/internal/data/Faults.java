package dev.manta.internal.data;

import dev.manta.data.BadRecords;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/// What becomes of records that cannot be read or mapped.
final class Faults {
  private static final int SHOWN_MAX = 200;

  private final BadRecords policy;
  private final AtomicLong count = new AtomicLong();

  Faults(BadRecords policy) {
    this.policy = policy;
  }

  long count() {
    return count.get();
  }

  /// Records that another process passed over.
  void passedOver(long more) {
    count.addAndGet(more);
  }

  void bad(String place, String record, RuntimeException why) {
    switch (policy) {
      case BadRecords.Fail _ ->
          throw new MantaException(
              ErrorCode.USER,
              "%s: %s%s; correct it, or pass over such records with badRecords(BadRecords.skip())"
                  .formatted(place, reason(why), shown(record)),
              why);
      case BadRecords.Skip _ -> count.incrementAndGet();
      case BadRecords.SideOutput(String directory) -> {
        count.incrementAndGet();
        write(Path.of(directory), place, record, reason(why));
      }
    }
  }

  private static String reason(RuntimeException why) {
    return why.getMessage() == null ? why.toString() : why.getMessage();
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
