package dev.manta.formats;

import io.airlift.compress.v3.lz4.Lz4Decompressor;
import io.airlift.compress.v3.snappy.SnappyDecompressor;
import io.airlift.compress.v3.xxhash.XxHash32Hasher;
import io.airlift.compress.v3.zstd.ZstdDecompressor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The native libraries of the codecs, each loaded when it is first needed: linking one takes tens
/// of milliseconds. A process writes it into its temp directory to load it, and removes it when it
/// ends; one that is killed would leave it behind. A library that is loaded needs its file no more.
public final class CodecLibraries {
  private static final Path MAPPED = Path.of("/proc/self/maps");
  private static final String ENDING = ".tmp";
  private static final Pattern LIBRARY =
      Pattern.compile(
          ".*?(" + Pattern.quote(temporary() + "/") + "(?:lz4|snappy|xxhash|zstd)\\d+\\.tmp)");

  private CodecLibraries() {}

  /// In its own class, as it happens once and only where it is needed.
  private static final class Snappy {
    static final boolean DONE;

    static {
      var _ = SnappyDecompressor.create();
      DONE = isRemoved();
    }
  }

  private static final class Zstd {
    static final boolean DONE;

    static {
      var _ = ZstdDecompressor.create();
      DONE = isRemoved();
    }
  }

  private static final class Lz4 {
    static final boolean DONE;

    static {
      var _ = Lz4Decompressor.create();
      DONE = isRemoved();
    }
  }

  /// Frames of LZ4 have check sums, which are another library.
  private static final class Lz4Frame {
    static final boolean DONE;

    static {
      var _ = Lz4Decompressor.create();
      var _ = XxHash32Hasher.hash(new byte[0]);
      DONE = isRemoved();
    }
  }

  /// Loads it and removes its file; false where the system does not tell which that is.
  public static boolean loadSnappy() {
    return Snappy.DONE;
  }

  /// Loads it and removes its file; false where the system does not tell which that is.
  public static boolean loadZstd() {
    return Zstd.DONE;
  }

  /// Loads it and removes its file; false where the system does not tell which that is.
  public static boolean loadLz4() {
    return Lz4.DONE;
  }

  /// Loads what frames of LZ4 need and removes its files; false where the system does not tell
  /// which those are.
  public static boolean loadLz4Frame() {
    return Lz4Frame.DONE;
  }

  /// Removes the files of libraries that are loaded; false where the system does not tell.
  private static boolean isRemoved() {
    try {
      for (String line : Files.readAllLines(MAPPED)) {
        if (line.endsWith(ENDING)) {
          remove(line);
        }
      }
      return true;
    } catch (IOException elsewhere) {
      return false;
    }
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
