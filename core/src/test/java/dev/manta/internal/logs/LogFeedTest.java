package dev.manta.internal.logs;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFeedTest {
  @TempDir Path directory;

  private Path log() {
    return directory.resolve("w0.log");
  }

  private void print(String text) throws IOException {
    Files.writeString(log(), text, CREATE, APPEND);
  }

  private static String text(LogFeed feed) throws IOException {
    LogFeed.Piece piece = feed.next().orElseThrow();
    assertThat(piece.leftOut()).isZero();
    return new String(piece.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void aLogComesPieceByPieceAsItGrows() throws IOException {
    var feed = new LogFeed(log(), 0);
    assertThat(feed.next()).isEmpty();
    print("one\n");
    assertThat(text(feed)).isEqualTo("one\n");
    assertThat(feed.next()).isEmpty();
    print("two\nthr");
    assertThat(text(feed)).isEqualTo("two\nthr");
    print("ee\n");
    assertThat(text(feed)).isEqualTo("ee\n");
  }

  @Test
  void aLogThatTheDriverHasInPartContinuesFromThere() throws IOException {
    print("known\nnew\n");
    assertThat(text(new LogFeed(log(), 6))).isEqualTo("new\n");
  }

  @Test
  void whoPrintsALittleTooMuchIsOnlyLate() throws IOException {
    String line = "0123456789\n";
    print(line.repeat((int) (LogFeed.BEHIND_MAX / line.length())));
    var feed = new LogFeed(log(), 0);
    long read = 0;
    for (Optional<LogFeed.Piece> next = feed.next(); next.isPresent(); next = feed.next()) {
      assertThat(next.get().leftOut()).isZero();
      assertThat(next.get().bytes().length).isBetween(1, LogFeed.PIECE_BYTES);
      read += next.get().bytes().length;
    }
    assertThat(read).isEqualTo(Files.size(log()));
  }

  @Test
  void ofAFloodTheNewestLinesComeAndHowMuchWasLeftOut() throws IOException {
    String line = "0123456789\n";
    print(line.repeat((int) (2 * LogFeed.BEHIND_MAX / line.length())));
    print("the last\n");
    var feed = new LogFeed(log(), 0);
    LogFeed.Piece piece = feed.next().orElseThrow();
    String text = new String(piece.bytes(), StandardCharsets.UTF_8);
    assertThat(text).startsWith(line).endsWith("\nthe last\n");
    assertThat(piece.leftOut() + piece.bytes().length).isEqualTo(Files.size(log()));
    assertThat(feed.next()).isEmpty();
    print("and on\n");
    assertThat(text(feed)).isEqualTo("and on\n");
  }
}
