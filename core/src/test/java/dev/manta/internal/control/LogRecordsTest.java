package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.internal.json.Bind;
import dev.manta.internal.json.JsonObject;
import dev.manta.internal.run.Control;
import dev.manta.journal.ControlRecord;
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
    assertThatThrownBy(() -> LogRecords.control(record))
        .isInstanceOf(MantaException.class)
        .hasMessageContainingAll("record 7", "another version", "fresh()", "mood");
  }
}
