package dev.manta.train.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.collective.SmallFileSystem;
import dev.manta.spi.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BacklogTest {
  private static final long ROOM = 1L << 30;

  @TempDir Path directory = Path.of("");

  private static JsonObject entry(long value) {
    return JsonObject.builder().put("value", value).build();
  }

  private static List<Long> take(Backlog backlog, int max) throws Exception {
    return backlog.take(max, Duration.ZERO).stream()
        .map(entry -> entry.content().get("value").asLong())
        .toList();
  }

  private long files() throws IOException {
    try (var all = Files.list(directory)) {
      return all.filter(path -> path.toString().endsWith(".jsonl")).count();
    }
  }

  @Test
  void entriesComeOutInOrderOnceEach() throws Exception {
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      for (int i = 1; i <= 5; i++) {
        backlog.add(entry(i));
      }
      assertThat(take(backlog, 2)).containsExactly(1L, 2L);
      assertThat(take(backlog, 9)).containsExactly(3L, 4L, 5L);
      assertThat(take(backlog, 9)).isEmpty();
    }
  }

  @Test
  void whatWasNotSentComesOutAgainAfterARestart() throws Exception {
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      for (int i = 1; i <= 3; i++) {
        backlog.add(entry(i));
      }
      backlog.sent(backlog.take(1, Duration.ZERO).getLast().number());
    }
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      assertThat(backlog.last()).contains(entry(3));
      backlog.add(entry(4));
      assertThat(take(backlog, 9)).containsExactly(2L, 3L, 4L);
    }
  }

  @Test
  void halfALineThatAKillHasLeftIsNoEntry() throws Exception {
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      backlog.add(entry(1));
    }
    Path file = directory.resolve("000000000001.jsonl");
    Files.writeString(file, "{\"val", StandardOpenOption.APPEND);
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      backlog.add(entry(2));
      assertThat(take(backlog, 9)).containsExactly(1L, 2L);
    }
  }

  @Test
  void anEntryThatTheDiskHasNoRoomForLeavesNothingBehind() throws Exception {
    JsonObject large = JsonObject.builder().put("text", "x".repeat(9_000)).build();
    try (SmallFileSystem disk = SmallFileSystem.of(directory, 32 << 10);
        Backlog backlog = Backlog.open(disk.directory(), ROOM)) {
      Path other = Files.write(disk.directory().resolve("other"), new byte[8 << 10]);
      backlog.add(large);
      backlog.add(large);
      assertThatThrownBy(() -> backlog.add(large)).isInstanceOf(IOException.class);
      Files.delete(other);
      backlog.add(entry(4));
      assertThat(backlog.take(9, Duration.ZERO))
          .extracting(Backlog.Entry::content)
          .containsExactly(large, large, entry(4));
    }
  }

  @Test
  void anEntryThatCannotBeReadIsLeftOut() throws Exception {
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      for (int i = 1; i <= 3; i++) {
        backlog.add(entry(i));
      }
      Path file = directory.resolve("000000000001.jsonl");
      Files.writeString(file, Files.readString(file).replace("\"value\":2", "\"val"));
      assertThat(take(backlog, 9)).containsExactly(1L, 3L);
      assertThat(backlog.isTaken()).isTrue();
    }
  }

  @Test
  void moreThanTheLimitIsRefused() throws Exception {
    try (Backlog backlog = Backlog.open(directory, 30)) {
      assertThat(backlog.add(entry(1))).isTrue();
      assertThat(backlog.add(entry(2))).isTrue();
      assertThat(backlog.add(entry(3))).isFalse();
    }
  }

  @Test
  void filesThatWereSentGoButForTheNewest() throws Exception {
    JsonObject large = JsonObject.builder().put("text", "x".repeat(700_000)).build();
    try (Backlog backlog = Backlog.open(directory, ROOM)) {
      for (int i = 0; i < 5; i++) {
        backlog.add(large);
      }
      assertThat(files()).isEqualTo(3);
      int taken = 0;
      while (!backlog.isTaken()) {
        List<Backlog.Entry> some = backlog.take(9, Duration.ZERO);
        taken += some.size();
        backlog.sent(some.getLast().number());
      }
      assertThat(taken).isEqualTo(5);
      assertThat(files()).isEqualTo(1);
    }
  }
}
