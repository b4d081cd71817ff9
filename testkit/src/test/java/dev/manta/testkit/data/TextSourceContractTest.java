package dev.manta.testkit.data;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.internal.data.source.TextSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Lines of text.
final class TextSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    List<String> paths = List.of(lines(directory, 0, 15), lines(directory, 15, 30));
    List<Row> rows = IntStream.range(0, 30).mapToObj(i -> Row.of("text", line(i))).toList();
    return new SourceSample(new TextSource(paths), rows);
  }

  private static String lines(Path directory, int from, int to) throws Exception {
    String text =
        IntStream.range(from, to)
            .mapToObj(TextSourceContractTest::line)
            .collect(Collectors.joining("\n", "", "\n"));
    return Files.writeString(directory.resolve("from-" + from + ".txt"), text).toString();
  }

  private static String line(int i) {
    return "líne " + i;
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return new TextSource(List.of(Files.createFile(directory.resolve("empty.txt")).toString()));
  }
}
