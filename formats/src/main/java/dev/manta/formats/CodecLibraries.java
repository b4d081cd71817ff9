package dev.manta.formats;

import io.airlift.compress.v3.lz4.Lz4Decompressor;
import io.airlift.compress.v3.snappy.SnappyDecompressor;
import io.airlift.compress.v3.zstd.ZstdDecompressor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The native libraries of the codecs. Each process writes them into its temp directory to load
/// them, and removes them when it ends; one that is killed would leave them behind. A library that
/// is loaded needs its file no more.
public final class CodecLibraries {
  private static final Path MAPPED = Path.of("/proc/self/maps");
  private static final Pattern LIBRARY =
      Pattern.compile(".*?(" + Pattern.quote(temporary() + "/") + "(?:lz4|snappy|zstd)\\d+\\.tmp)");

  private CodecLibraries() {}

  /// In its own class, as it happens once.
  private static final class Loaded {
    static final boolean DONE = loadAndRemove();

    private static boolean loadAndRemove() {
      var _ = SnappyDecompressor.create();
      var _ = ZstdDecompressor.create();
      var _ = Lz4Decompressor.create();
      try {
        Files.readAllLines(MAPPED).forEach(CodecLibraries::remove);
        return true;
      } catch (IOException elsewhere) {
        return false;
      }
    }
  }

  /// Loads them and removes their files; false where the system does not tell which those are.
  public static boolean load() {
    return Loaded.DONE;
  }

  private static void remove(String mapped) {
    Matcher library = LIBRARY.matcher(mapped);
    if (library.matches()) {
      try {
        Files.deleteIfExists(Path.of(library.group(1)));
      } catch (IOException left) {
        System.getLogger("dev.manta.formats")
            .log(System.Logger.Level.DEBUG, "cannot remove " + library.group(1), left);
      }
    }
  }

  private static String temporary() {
    return Path.of(System.getProperty("java.io.tmpdir")).toString();
  }
}
