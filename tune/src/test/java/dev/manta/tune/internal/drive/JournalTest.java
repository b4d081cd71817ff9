package dev.manta.tune.internal.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.EntryText;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class JournalTest {
  @TempDir Path directory;

  private static final Entry OPENED = new Entry(0, new ExperimentEvent.Opened(), List.of());
  private static final Entry CLOSED = new Entry(7, new ExperimentEvent.Closed("done"), List.of());
  private static final ExperimentHead HEAD =
      ExperimentHead.of(
          TuneConfig.minimize("loss").searcher(Searcher.random()).samples(3),
          Space.of().uniform("x", 0, 1),
          "A::b");

  private static void append(Journal journal, Entry entry) {
    var out = new JsonBytes();
    EntryText.write(entry, out);
    journal.append(out.array(), out.length());
  }

  private static JournalLookup at(Location location) {
    return new JournalLookup(Storages.at(location), location, StorageRetry.real());
  }

  private static void write(JournalLookup lookup, Entry... entries) {
    try (Journal journal = lookup.append(lookup.read(), HEAD)) {
      for (Entry each : entries) {
        append(journal, each);
      }
    }
  }

  @Test
  void entriesAreReadAsTheyWereWritten() {
    for (Location location :
        List.of(Location.of(directory), Location.parse("mem:journal-" + System.nanoTime()))) {
      JournalLookup lookup = at(location);
      assertThat(lookup.read().head()).isEmpty();
      write(lookup, OPENED);
      write(lookup, CLOSED);
      assertThat(lookup.read().head()).contains(HEAD);
      assertThat(lookup.read().entries()).containsExactly(OPENED, CLOSED);
    }
  }

  @Test
  void aTornLastLineIsDropped() throws Exception {
    JournalLookup lookup = at(Location.of(directory));
    write(lookup, OPENED, CLOSED);
    Path file = directory.resolve("journal.jsonl");
    byte[] whole = Files.readAllBytes(file);
    int second = new String(whole, StandardCharsets.UTF_8).lastIndexOf("{\"at\":7");
    for (int length = second; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThat(lookup.read().entries()).as("%s bytes", length).containsExactly(OPENED);
      write(lookup, CLOSED);
      assertThat(Files.readAllBytes(file)).isEqualTo(whole);
    }
  }

  @Test
  void aTornHeadIsANewJournal() throws Exception {
    Path file = directory.resolve("journal.jsonl");
    Files.writeString(file, "{\"version\":1,\"func");
    JournalLookup lookup = at(Location.of(directory));
    assertThat(lookup.read().head()).isEmpty();
    write(lookup, OPENED);
    assertThat(lookup.read().entries()).containsExactly(OPENED);
  }

  @Test
  void aDamagedLineInTheMiddleIsRefusedByItsNumber() throws Exception {
    JournalLookup lookup = at(Location.of(directory));
    write(lookup, OPENED, CLOSED);
    Path file = directory.resolve("journal.jsonl");
    Files.writeString(file, Files.readString(file).replace("opened", "opxned"));
    assertThatThrownBy(lookup::read)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("line 2 of the journal")
        .hasMessageContaining("no entry is called \"opxned\"");
  }

  @Test
  void twoDriversOfAStoredJournalCannotBothWrite() {
    JournalLookup lookup = at(Location.parse("mem:drivers-" + System.nanoTime()));
    write(lookup, OPENED);
    Journal first = lookup.append(lookup.read(), HEAD);
    Journal second = lookup.append(lookup.read(), HEAD);
    append(first, OPENED);
    assertThatThrownBy(() -> append(second, CLOSED))
        .hasMessage("another driver has taken this experiment over");
  }
}
