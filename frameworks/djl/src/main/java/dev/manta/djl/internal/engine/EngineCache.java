package dev.manta.djl.internal.engine;

import ai.djl.util.Platform;
import ai.djl.util.Utils;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/// Where DJL unpacks its native libraries, and a name for them, by which the first process that
/// unpacks them is alone: DJL deletes what is there when it finds it half done, also where another
/// process is still at it.
///
/// @param directory DJL's own for its engine, which all programs of a user share
/// @param name that of the libraries
record EngineCache(Path directory, String name) {
  /// The one for what this process would load.
  static EngineCache choose() {
    Platform platform = Platform.detectPlatform("pytorch");
    String name =
        String.join(
            "-",
            platform.getVersion(),
            platform.getFlavor(),
            platform.getClassifier(),
            platform.getApiVersion());
    return new EngineCache(Utils.getEngineCacheDir("pytorch"), name);
  }

  private Path mark() {
    return directory.resolve(".manta-" + name + ".ready");
  }

  /// Whether all that was unpacked once is still there: who empties the directory with a glob
  /// leaves the mark, whose name begins with a dot.
  boolean isReady() throws IOException {
    try {
      return Files.readAllLines(mark()).stream().map(Path::of).allMatch(Files::exists);
    } catch (NoSuchFileException unmarked) {
      return false;
    }
  }

  /// Unpacks libraries if need be and loads them; gives the directory that it has loaded from.
  interface Loading {
    Path load();
  }

  /// Unpacks and loads the libraries: alone until they are all there, which leaves a mark that
  /// names them.
  void load(Loading loading) throws IOException {
    if (isReady()) {
      loading.load();
      return;
    }
    Files.createDirectories(directory);
    try (var channel =
            FileChannel.open(
                directory.resolve(".manta-" + name + ".lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var _ = channel.lock()) {
      if (isReady()) {
        loading.load();
      } else {
        unpack(loading);
      }
    }
  }

  /// The mark goes first: a file that is being written is there, and not complete.
  private void unpack(Loading loading) throws IOException {
    Files.deleteIfExists(mark());
    Path fresh = directory.resolve(".manta-" + name + ".new");
    Files.write(fresh, files(loading.load()));
    Files.move(fresh, mark(), StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<String> files(Path libraries) throws IOException {
    try (Stream<Path> all = Files.list(libraries)) {
      return all.map(Path::toString).sorted().toList();
    }
  }
}
