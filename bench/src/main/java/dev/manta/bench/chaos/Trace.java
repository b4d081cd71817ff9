package dev.manta.bench.chaos;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Which samples a rank has had in which step, written before the step counts, where no part of
/// Manta can lose it. Clocks of processes on one machine are the same.
public final class Trace implements AutoCloseable {
  private static final String PREFIX = "trace-";
  private static final int TAIL_BYTES = 4096;

  /// One step of one rank.
  ///
  /// @param where the process that made it
  /// @param nanos when its samples were known
  record Line(
      int attempt, int rank, int epoch, long step, Where where, long nanos, long[] samples) {
    private String text() {
      String ids = Arrays.stream(samples).mapToObj(Long::toString).collect(Collectors.joining(","));
      return "%s %s %s %s %s %s\n"
          .formatted(epoch, step, where.host(), where.pid(), nanos, ids.isEmpty() ? "-" : ids);
    }

    long pid() {
      return where.pid();
    }
  }

  /// A process, by the name of its host and its id there.
  record Where(String host, long pid) {
    private static Where here() throws IOException {
      String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
      return new Where(host, ProcessHandle.current().pid());
    }
  }

  /// Where a rank writes in an attempt.
  private record Place(Path path, int rank, int attempt) {
    private static Place of(Path path) {
      String[] words = path.getFileName().toString().split("-", -1);
      return new Place(path, Integer.parseInt(words[1]), Integer.parseInt(words[2]));
    }

    private Line parse(String text) {
      String[] words = text.split(" ", -1);
      long[] samples =
          words[5].equals("-")
              ? new long[0]
              : Arrays.stream(words[5].split(",", -1)).mapToLong(Long::parseLong).toArray();
      return new Line(
          attempt,
          rank,
          Integer.parseInt(words[0]),
          Long.parseLong(words[1]),
          new Where(words[2], Long.parseLong(words[3])),
          Long.parseLong(words[4]),
          samples);
    }
  }

  private final FileChannel file;
  private final int rank;
  private final int attempt;
  private final Where where;

  private Trace(FileChannel file, int rank, int attempt) throws IOException {
    this.where = Where.here();
    this.file = file;
    this.rank = rank;
    this.attempt = attempt;
  }

  public static Trace open(String directory, int rank, int attempt) throws IOException {
    Path path = Path.of(directory, PREFIX + rank + "-" + attempt);
    FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new Trace(file, rank, attempt);
  }

  void say(int epoch, long step, long[] samples) throws IOException {
    var line = new Line(attempt, rank, epoch, step, where, System.nanoTime(), samples);
    file.write(ByteBuffer.wrap(line.text().getBytes(StandardCharsets.US_ASCII)));
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /// Everything that was said.
  static List<Line> read(Path directory) throws IOException {
    List<Line> lines = new ArrayList<>();
    for (Place place : places(directory, "*")) {
      wholeLines(Files.readString(place.path())).forEach(text -> lines.add(place.parse(text)));
    }
    return lines;
  }

  /// The newest step of a rank.
  static Optional<Line> last(Path directory, int rank) throws IOException {
    for (Place place : places(directory, rank + "-*").reversed()) {
      List<String> lines = wholeLines(tail(place.path()));
      if (!lines.isEmpty()) {
        return Optional.of(place.parse(lines.getLast()));
      }
    }
    return Optional.empty();
  }

  private static List<Place> places(Path directory, String glob) throws IOException {
    List<Place> places = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, PREFIX + glob)) {
      all.forEach(path -> places.add(Place.of(path)));
    }
    places.sort(Comparator.comparingInt(Place::attempt));
    return places;
  }

  /// The end of a file, from the beginning of a line.
  private static String tail(Path path) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      long from = Math.max(0, file.size() - TAIL_BYTES);
      ByteBuffer bytes = ByteBuffer.allocate(TAIL_BYTES);
      file.read(bytes, from);
      String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII);
      return from == 0 ? text : text.substring(text.indexOf('\n') + 1);
    }
  }

  /// A line that was cut by a kill says nothing.
  private static List<String> wholeLines(String text) {
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }
}
