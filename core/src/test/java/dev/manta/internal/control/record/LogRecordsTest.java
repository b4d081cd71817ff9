package dev.manta.internal.control.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.ControlRecord;
import dev.manta.internal.journal.Unreadable;
import dev.manta.internal.run.Control;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.time.Instant;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

class LogRecordsTest {
  @Test
  void aRecordOfAnotherVersionSaysWhatToDo() {
    var opened = new Control.TermOpened(1, Instant.EPOCH, 1, "host");
    JsonObject body = (JsonObject) Bind.write(opened, Control.class);
    var members = new LinkedHashMap<>(body.fields());
    members.put("mood", Bind.write("calm"));
    var record =
        new ControlRecord(7, 1, "me", Instant.EPOCH, "TermOpened", "", new JsonObject(members));
    var log = new ControlLog(new MemoryStorage(), Location.parse("mem:run"));
    assertThatThrownBy(() -> LogRecords.control(log, record))
        .isInstanceOf(Unreadable.class)
        .hasMessageContainingAll(
            "mem:run/control/000000000007.json", "another version", "another name", "mood");
  }

  @Test
  void whoWasDeposedStaysSo() {
    var storage = new MemoryStorage();
    Location run = Location.parse("mem:run");
    var retry = StorageRetry.once();
    LogRecords first = LogRecords.read(storage, run, "first", retry);
    first.openTerm(Instant.EPOCH, 1, "host");
    LogRecords.read(storage, run, "second", retry).openTerm(Instant.EPOCH, 2, "host");
    assertThat(first.append(new Control.TermOpened(1, Instant.EPOCH, 1, "host"))).isFalse();
    assertThat(first.current()).isFalse();
  }
}
