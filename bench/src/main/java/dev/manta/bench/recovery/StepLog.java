package dev.manta.bench.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// When a rank has ended its steps, as its process saw it; clocks of processes on one machine are
/// the same.
public final class StepLog implements AutoCloseable {
  /// The end of one step.
  public record Line(int attempt, long step, long pid, long nanos) {
    private static Line parse(String text) {
      String[] words = text.split(" ", -1);
      return new Line(
          Integer.parseInt(words[0]),
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          Long.parseLong(words[3]));
    }
  }

  private final FileChannel file;
  private final int attempt;
  private final long pid = ProcessHandle.current().pid();

  private StepLog(FileChannel file, int attempt) {
    this.file = file;
    this.attempt = attempt;
  }

  public static StepLog open(String directory, int rank, int attempt) throws IOException {
    FileChannel file =
        FileChannel.open(
            path(Path.of(directory), rank, attempt),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
    return new StepLog(file, attempt);
  }

  private static Path path(Path directory, int rank, int attempt) {
    return directory.resolve("steps-" + rank + "-" + attempt);
  }

  public void ended(long step) throws IOException {
    String line = attempt + " " + step + " " + pid + " " + System.nanoTime() + "\n";
    file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
  }

  /// What a rank has said in one attempt. Whoever looks often reads little, as every attempt has a
  /// file of its own.
  public static List<Line> read(Path directory, int rank, int attempt) throws IOException {
    Path path = path(directory, rank, attempt);
    if (!Files.exists(path)) {
      return List.of();
    }
    String text = Files.readString(path);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Line::parse).toList();
  }

  /// The first step that a rank has ended in an attempt after this one.
  public static Optional<Line> firstAfter(Path directory, int rank, int attempt)
      throws IOException {
    for (int later : attempts(directory, rank)) {
      List<Line> lines = later > attempt ? read(directory, rank, later) : List.of();
      if (!lines.isEmpty()) {
        return Optional.of(lines.getFirst());
      }
    }
    return Optional.empty();
  }

  /// The last step that a rank has ended.
  public static Optional<Line> last(Path directory, int rank) throws IOException {
    for (int attempt : attempts(directory, rank).reversed()) {
      List<Line> lines = read(directory, rank, attempt);
      if (!lines.isEmpty()) {
        return Optional.of(lines.getLast());
      }
    }
    return Optional.empty();
  }

  private static List<Integer> attempts(Path directory, int rank) throws IOException {
    List<Integer> attempts = new ArrayList<>();
    String prefix = "steps-" + rank + "-";
    try (DirectoryStream<Path> logs = Files.newDirectoryStream(directory, prefix + "*")) {
      for (Path log : logs) {
        attempts.add(Integer.parseInt(log.getFileName().toString().substring(prefix.length())));
      }
    }
    return attempts.stream().sorted().toList();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
