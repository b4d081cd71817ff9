package dev.manta.formats.webdataset;

import dev.manta.data.Row;
import dev.manta.data.Source;
import dev.manta.testkit.data.FileSourceContract;
import dev.manta.testkit.data.SourceSample;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Samples in tar archives.
final class WebDatasetSourceContractTest extends FileSourceContract {
  @Override
  protected SourceSample sample(Path directory) throws Exception {
    List<Row> rows = new ArrayList<>();
    List<String> archives = List.of(archive(directory, "a", rows), archive(directory, "b", rows));
    return new SourceSample(new WebDatasetSource(archives), rows);
  }

  private static String archive(Path directory, String name, List<Row> rows) throws Exception {
    Path files = Files.createTempDirectory(directory.getParent(), "files");
    Path samples = Files.createDirectory(files.resolve(name));
    for (int i = 10; i < 24; i++) {
      Files.writeString(samples.resolve("s" + i + ".cls"), "" + i % 3);
      Files.writeString(samples.resolve("s" + i + ".txt"), "text " + i);
      rows.add(
          Row.of("__key__", name + "/s" + i, "cls", bytes("" + i % 3), "txt", bytes("text " + i)));
    }
    return tar(directory.resolve(name + ".tar"), files, name);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /// The system's tar.
  private static String tar(Path archive, Path files, String... what) throws Exception {
    List<String> command = new ArrayList<>(List.of("tar", "--sort=name", "-cf"));
    command.addAll(List.of(archive.toString(), "-C", files.toString()));
    command.addAll(List.of(what));
    Process tar = new ProcessBuilder(command).inheritIO().start();
    if (!tar.waitFor(20, TimeUnit.SECONDS) || tar.exitValue() != 0) {
      throw new AssertionError(command + " failed");
    }
    return archive.toString();
  }

  @Override
  protected Source empty(Path directory) throws Exception {
    return new WebDatasetSource(
        List.of(tar(directory.resolve("empty.tar"), directory, "-T", "/dev/null")));
  }
}
