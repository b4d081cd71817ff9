package dev.manta.it.kills;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// What a worker has seen with its own eyes, written where no part of Manta can lose it.
final class Evidence implements AutoCloseable {
  /// What is testified.
  enum Kind {
    /// The training function was entered.
    ENTERED,
    /// An epoch was begun.
    BEGAN,
    /// A report has returned.
    REPORTED,
    /// A report with a checkpoint has returned.
    COMMITTED
  }

  /// One statement.
  record Line(long atMillis, long pid, Kind kind, int attempt, int rank, int epoch, String report) {
    private String text() {
      return String.join(
          " ",
          String.valueOf(atMillis),
          String.valueOf(pid),
          kind.name(),
          String.valueOf(attempt),
          String.valueOf(rank),
          String.valueOf(epoch),
          report + "\n");
    }

    private static Line parse(String text) {
      String[] words = text.split(" ", -1);
      return new Line(
          Long.parseLong(words[0]),
          Long.parseLong(words[1]),
          Kind.valueOf(words[2]),
          Integer.parseInt(words[3]),
          Integer.parseInt(words[4]),
          Integer.parseInt(words[5]),
          words[6]);
    }
  }

  private final FileChannel file;
  private final int attempt;
  private final int rank;

  private Evidence(FileChannel file, int attempt, int rank) {
    this.file = file;
    this.attempt = attempt;
    this.rank = rank;
  }

  static Evidence open(Path directory, int attempt, int rank) throws IOException {
    Path path = directory.resolve(attempt + "-" + rank + "-" + ProcessHandle.current().pid());
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new Evidence(file, attempt, rank);
  }

  void say(Kind kind, int epoch, String report) throws IOException {
    long now = System.currentTimeMillis();
    long pid = ProcessHandle.current().pid();
    var line = new Line(now, pid, kind, attempt, rank, epoch, report);
    file.write(ByteBuffer.wrap(line.text().getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// Everything that was testified so far, in the order of time.
  static List<Line> read(Path directory) throws IOException {
    List<Line> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        lines.addAll(wholeLines(Files.readString(file)));
      }
    }
    lines.sort(Comparator.comparingLong(Line::atMillis));
    return lines;
  }

  private static List<Line> wholeLines(String text) {
    int end = text.lastIndexOf('\n') + 1;
    return text.substring(0, end).lines().map(Line::parse).toList();
  }
}
