package dev.manta.testkit.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Batch;
import dev.manta.data.Batches;
import dev.manta.data.Dataset;
import dev.manta.data.Source;
import dev.manta.error.MantaException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What every [Source] must do that reads files. Its sample names each file of the directory.
public abstract class FileSourceContract extends SourceContract {
  private static final int DAMAGES = 40;

  private List<Path> files() throws Exception {
    try (Stream<Path> files = Files.walk(directory())) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }

  @Test
  void aFileThatIsMissingIsNamed() throws Exception {
    Source source = sample(directory()).source();
    Path missing = files().getLast();
    Files.delete(missing);
    assertThatThrownBy(() -> Dataset.from(source).takeAll())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining(name(missing));
  }

  @Test
  void aFileThatIsCutOffOrEmptyIsReadAsFarAsItGoesOrNamed() throws Exception {
    Source source = sample(directory()).source();
    Path file = files().getFirst();
    byte[] whole = Files.readAllBytes(file);
    for (int length : List.of(0, 1, whole.length / 3, whole.length / 2, whole.length - 1)) {
      Files.write(file, Arrays.copyOf(whole, length));
      readOrNamed(source, file, "cut off after byte " + length);
    }
  }

  @Test
  void aDamagedFileIsReadOrNamed() throws Exception {
    Source source = sample(directory()).source();
    Path file = files().getFirst();
    byte[] whole = Files.readAllBytes(file);
    var random = new Random(11);
    for (int i = 0; i < DAMAGES; i++) {
      byte[] damaged = whole.clone();
      int at = random.nextInt(damaged.length);
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      Files.write(file, damaged);
      readOrNamed(source, file, "byte " + at + " is " + damaged[at]);
    }
  }

  private static void readOrNamed(Source source, Path file, String how) {
    try {
      Dataset.from(source).takeAll();
    } catch (MantaException e) {
      assertThat(e).as(how).hasMessageContaining(name(file));
    } catch (RuntimeException | Error e) {
      throw new AssertionError(how + " is not a MantaException that names the file", e);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void noFileStaysOpen() throws Exception {
    Source source = sample(directory()).source();
    Dataset.from(source).takeAll();
    try (Batches<Batch> batches = Dataset.from(source).batches(2)) {
      batches.iterator().next();
    }
    await(() -> opened().isEmpty());
  }

  /// Those below the directory that this process has open.
  private List<Path> opened() {
    try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
      Path below = directory().toRealPath();
      return handles
          .map(FileSourceContract::target)
          .filter(file -> file.startsWith(below))
          .toList();
    } catch (Exception e) {
      throw new IllegalStateException("cannot say which files are open", e);
    }
  }

  private static Path target(Path handle) {
    try {
      return Files.readSymbolicLink(handle);
    } catch (IOException closed) {
      return handle;
    }
  }
}
