package dev.manta.bench.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

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
            path(Path.of(directory), rank), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new StepLog(file, attempt);
  }

  private static Path path(Path directory, int rank) {
    return directory.resolve("steps-" + rank);
  }

  public void ended(long step) throws IOException {
    String line = attempt + " " + step + " " + pid + " " + System.nanoTime() + "\n";
    file.write(ByteBuffer.wrap(line.getBytes(StandardCharsets.US_ASCII)));
  }

  /// Everything that a rank has said.
  public static List<Line> read(Path directory, int rank) throws IOException {
    Path path = path(directory, rank);
    if (!Files.exists(path)) {
      return List.of();
    }
    String text = Files.readString(path);
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Line::parse).toList();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
