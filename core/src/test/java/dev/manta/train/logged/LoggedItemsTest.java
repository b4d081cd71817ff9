package dev.manta.train.logged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoggedItemsTest {
  @TempDir Path directory = Path.of("");
  private Location run = new Location("mem", "none");

  @BeforeEach
  void take() {
    run = Location.of(directory);
  }

  private LoggedItem item(String name, long step, int attempt, int rank) {
    return new LoggedItem(run, name, step, attempt, rank, LoggedKind.TEXT, Instant.EPOCH);
  }

  private void store(LoggedItem item, String text) {
    Storages.at(run).put(item.location(), ByteSource.of(new LoggedText(text).stored()));
  }

  private void store(String name, long step, int attempt, int rank) {
    store(item(name, step, attempt, rank), "text");
  }

  private static List<String> paths(List<LoggedItem> items) {
    return items.stream().map(LoggedItem::path).toList();
  }

  @Test
  void whatIsStoredIsFoundByNameStepAndRank() {
    store("b", 2, 1, 0);
    store("a/deep er", 12, 1, 1);
    store("a/deep er", 12, 1, 0);
    store("a/deep er", 3, 1, 1);
    assertThat(paths(LoggedItems.of(run)))
        .containsExactly(
            "a/deep er/000000000003-1-1.txt",
            "a/deep er/000000000012-1-0.txt",
            "a/deep er/000000000012-1-1.txt",
            "b/000000000002-1-0.txt");
    assertThat(paths(LoggedItems.of(run, "b"))).containsExactly("b/000000000002-1-0.txt");
    assertThat(LoggedItems.of(run, "a")).isEmpty();
  }

  @Test
  void anItemReadsWhatWasLogged() {
    store(item("note", 1, 1, 0), "ä <b>");
    assertThat(LoggedItems.of(run, "note").getFirst().read()).isEqualTo(new LoggedText("ä <b>"));
  }

  @Test
  void stepsThatALaterAttemptDoesAgainCountOnce() {
    for (long step : new long[] {10, 20, 30}) {
      store("note", step, 1, 0);
    }
    store("note", 20, 2, 0);
    store("other", 30, 1, 0);
    assertThat(paths(LoggedItems.of(run)))
        .containsExactly(
            "note/000000000010-1-0.txt", "note/000000000020-2-0.txt", "other/000000000030-1-0.txt");
  }

  @Test
  void aRunThatHasLoggedNothingHasNothing() {
    assertThat(LoggedItems.of(run)).isEmpty();
  }

  @Test
  void filesOfOthersAreNoItems() {
    for (String path :
        List.of("a.txt", "a/1-1-0.txt", "a/000000000001-1-0.exe", "../000000000001-1-0.txt")) {
      assertThat(LoggedItem.find(run, path, Instant.EPOCH)).as(path).isEmpty();
    }
    LoggedItem item = item("a/b", 7, 2, 3);
    assertThat(LoggedItem.find(run, item.path(), Instant.EPOCH)).isEqualTo(Optional.of(item));
  }

  @Test
  void aNameThatCannotNameFilesIsRefused() {
    for (String name :
        List.of("", "/a", "a/", "a//b", "..", "a/../b", ".hidden", "ä", "a\nb", "<")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> item(name, 1, 1, 0))
          .withMessageStartingWith("\"" + name + "\" cannot name what is logged");
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> item("x".repeat(201), 1, 1, 0))
        .withMessageContaining("has 201 characters; the name of what is logged has at most 200");
  }
}
