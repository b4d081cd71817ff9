package dev.manta.internal.worker.logged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.storage.Location;
import dev.manta.train.logged.Histogram;
import dev.manta.train.logged.LoggedItem;
import dev.manta.train.logged.LoggedItems;
import dev.manta.train.logged.LoggedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LoggedUploadsTest {
  @TempDir Path directory = Path.of("");
  private final List<LoggedItem> stored = new CopyOnWriteArrayList<>();
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private LoggedUploads uploads(Runnable requireOpen) {
    var place = new LoggedUploads.Place(Location.of(directory), 1, 0);
    return new LoggedUploads(place, stored::add, warnings::add, requireOpen);
  }

  private LoggedUploads uploads() {
    return uploads(() -> {});
  }

  private List<String> texts(String name) {
    return LoggedItems.of(Location.of(directory), name).stream()
        .map(item -> ((LoggedText) item.read()).text())
        .toList();
  }

  /// A file where a directory is needed.
  private Path breakStorage() throws IOException {
    return Files.createFile(directory.resolve("media"));
  }

  @Test
  void everythingIsStoredInItsOrderAndTold() {
    LoggedUploads uploads = uploads();
    for (int step = 1; step <= 300; step++) {
      uploads.add("note", step, new LoggedText("step " + step));
    }
    uploads.drain();
    assertThat(texts("note")).hasSize(300).startsWith("step 1", "step 2").endsWith("step 300");
    assertThat(stored).hasSize(300);
    assertThat(warnings).isEmpty();
  }

  @Test
  void ofTwoWithOneNameAndStepTheLastStays() {
    LoggedUploads uploads = uploads();
    uploads.add("note", 1, new LoggedText("first"));
    uploads.add("note", 1, new LoggedText("second"));
    uploads.drain();
    assertThat(texts("note")).containsExactly("second");
  }

  @Test
  void storageThatFailsForAWhileCostsAWarningAndNothingElse() throws IOException {
    Path wall = breakStorage();
    LoggedUploads uploads = uploads();
    uploads.add("note", 1, new LoggedText("kept"));
    uploads.add("note", 2, new LoggedText("kept too"));
    while (warnings.isEmpty()) {
      Thread.onSpinWait();
    }
    Files.delete(wall);
    uploads.drain();
    uploads.end();
    assertThat(texts("note")).containsExactly("kept", "kept too");
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("text \"note\" of step 1 cannot be stored: ")
        .endsWith("; training continues, and it is tried again");
  }

  @Test
  void whileStorageFailsLoggingNeverWaitsAndTheEndSaysHowMuchIsLost() throws IOException {
    breakStorage();
    LoggedUploads uploads = uploads();
    for (int step = 1; step <= 1000; step++) {
      uploads.add("note", step, new LoggedText("lost"));
    }
    uploads.end();
    assertThat(warnings).hasSize(2);
    assertThat(warnings.getLast()).startsWith("of what was logged, 1000 are not stored: ");
    assertThat(stored).isEmpty();
  }

  /// The name of a thing may be the path of another one's file.
  @Test
  void whatCanNeverBeStoredHoldsUpNothingElse() {
    LoggedUploads uploads = uploads();
    uploads.add("note", 1, new LoggedText("step 1"));
    uploads.drain();
    uploads.add("note/000000000001-1-0.txt", 1, new LoggedText("no place"));
    for (int step = 2; step <= 600; step++) {
      uploads.add("note", step, new LoggedText("step " + step));
    }
    uploads.drain();
    uploads.end();
    assertThat(texts("note")).hasSize(600).endsWith("step 600");
    assertThat(warnings.getLast()).startsWith("of what was logged, 1 are not stored: ");
  }

  @Test
  void whatIsTriedAgainNeverReplacesWhatWasLoggedLater() throws IOException {
    Path wall = breakStorage();
    LoggedUploads uploads = uploads();
    uploads.add("note", 1, new LoggedText("first"));
    while (warnings.isEmpty()) {
      Thread.onSpinWait();
    }
    uploads.add("note", 1, new LoggedText("second"));
    uploads.add("note", 2, new LoggedText("other"));
    Files.delete(wall);
    uploads.drain();
    uploads.end();
    assertThat(texts("note")).containsExactly("second", "other");
    assertThat(warnings).hasSize(1);
  }

  @Test
  void anErrorOfStorageIsTriedAgainToo() {
    var thrown = new AtomicBoolean();
    var uploads =
        new LoggedUploads(
            new LoggedUploads.Place(Location.of(directory), 1, 0),
            item -> {
              if (!thrown.getAndSet(true)) {
                throw new NoClassDefFoundError("some/Driver");
              }
              stored.add(item);
            },
            warnings::add,
            () -> {});
    uploads.add("note", 1, new LoggedText("first"));
    uploads.add("note", 2, new LoggedText("second"));
    uploads.drain();
    assertThat(texts("note")).containsExactly("first", "second");
    assertThat(stored).hasSize(2);
    assertThat(warnings.getFirst()).contains("NoClassDefFoundError: some/Driver");
  }

  @Test
  void whereStorageDoesNotAnswerLoggingContinuesWithoutIt() {
    var queue = new LoggedQueue(1);
    var item = LoggedItem.find(Location.of(directory), "note/000000000001-1-0.txt", Instant.EPOCH);
    for (int i = 0; i < 300; i++) {
      queue.add(new LoggedQueue.Waiting(item.orElseThrow(), new byte[1]), () -> {});
    }
    assertThat(queue.end()).contains("300 are not stored: storage does not answer");
  }

  @Test
  void whatIsTooLargeIsRefusedAndNamed() {
    var text = new LoggedText("x".repeat((4 << 20) + 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> uploads().add("note", 1, text))
        .withMessage(
            "text \"note\" has 4194305 bytes, and what is logged has at most 4194304; log less of"
                + " it, or report it in a checkpoint");
  }

  @Test
  void withOneNameGoesOneKind() {
    LoggedUploads uploads = uploads();
    uploads.add("weights", 1, Histogram.of(1, 2f));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> uploads.add("weights", 2, new LoggedText("text")))
        .withMessage(
            "\"weights\" was logged as histogram before, and cannot be logged as text; choose"
                + " another name");
  }

  @Test
  void whoWaitsForRoomLeavesWhenTheAttemptIsOver() {
    var over = new AtomicBoolean(true);
    LoggedUploads uploads =
        uploads(
            () -> {
              if (over.get()) {
                throw new IllegalStateException("over");
              }
            });
    assertThatThrownBy(
            () -> {
              for (int step = 1; step < 100_000; step++) {
                uploads.add("note", step, new LoggedText("x".repeat(1 << 20)));
              }
            })
        .hasMessage("over");
    over.set(false);
    uploads.drain();
  }
}
