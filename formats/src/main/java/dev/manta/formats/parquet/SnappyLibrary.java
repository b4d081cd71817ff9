package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.airlift.compress.v3.snappy.SnappyDecompressor;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The one function of snappy's library that reading needs, linked alone: the first page of a
/// process waits for it. One per thread.
final class SnappyLibrary {
  private static final int DONE = 0;
  private static final @Nullable MethodHandle UNCOMPRESS = link();

  /// How much space there is, and then how many bytes were unpacked.
  private final MemorySegment length = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);

  private final ByteBuffer lengthAt = length.asByteBuffer().order(ByteOrder.nativeOrder());
  private MemorySegment detour = MemorySegment.NULL;

  private SnappyLibrary() {}

  /// Empty where there is no such library for this system, or native code is forbidden.
  static Optional<SnappyLibrary> load() {
    return UNCOMPRESS == null ? Optional.empty() : Optional.of(new SnappyLibrary());
  }

  /// Unpacks native memory into any other; says how many bytes that gave.
  ///
  /// @throws IllegalArgumentException when it is damaged, or gives more than there is space for
  long decompress(MemorySegment in, MemorySegment out) {
    int size = Math.toIntExact(out.byteSize());
    var page = new Packed(0, in, in.asByteBuffer(), 0, Math.toIntExact(in.byteSize()), size);
    if (out.isNative()) {
      return decompress(page, out, 0);
    }
    long got = decompress(page, detour(size), 0);
    MemorySegment.copy(detour, 0, out, 0, got);
    return got;
  }

  private MemorySegment detour(int size) {
    if (detour.byteSize() < size) {
      detour = Arena.ofAuto().allocate(size + size / 4, Long.BYTES);
    }
    return detour;
  }

  /// Unpacks a page to a place in native memory, where there must be space for its size.
  long decompress(Packed page, MemorySegment room, long at) {
    MemorySegment chunk = page.chunk();
    if (!chunk.isNative() || !room.isNative()) {
      throw new IllegalArgumentException("pages are unpacked in native memory");
    }
    Objects.checkFromIndexSize(page.from(), page.length(), chunk.byteSize());
    Objects.checkFromIndexSize(at, page.size(), room.byteSize());
    lengthAt.putLong(0, page.size());
    long from = chunk.address() + page.from();
    int ended;
    try {
      ended =
          (int)
              Objects.requireNonNull(UNCOMPRESS)
                  .invokeExact(from, (long) page.length(), room.address() + at, length.address());
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    } finally {
      Reference.reachabilityFence(chunk);
      Reference.reachabilityFence(room);
    }
    if (ended != DONE) {
      throw new IllegalArgumentException(
          "a page is not snappy data of at most " + page.size() + " bytes");
    }
    return lengthAt.getLong(0);
  }

  private static @Nullable MethodHandle link() {
    if (System.getProperty("io.airlift.compress.v3.disable-native") != null) {
      return null;
    }
    try (InputStream library =
        SnappyDecompressor.class.getResourceAsStream(
            "/aircompressor/" + platform() + "/" + System.mapLibraryName("snappy"))) {
      return library == null ? null : link(library);
    } catch (IOException | RuntimeException | LinkageError elsewhere) {
      System.getLogger("dev.manta.formats")
          .log(System.Logger.Level.DEBUG, "snappy's library cannot be loaded", elsewhere);
      return null;
    }
  }

  /// A library that is loaded needs its file no more; a process that is killed would leave it
  /// behind.
  private static MethodHandle link(InputStream library) throws IOException {
    Path file =
        Path.of(
            System.getProperty("java.io.tmpdir"),
            "manta-snappy-" + ProcessHandle.current().pid() + "-" + System.nanoTime());
    try {
      Files.write(file, library.readAllBytes(), StandardOpenOption.CREATE_NEW);
      SymbolLookup symbols = SymbolLookup.libraryLookup(file, Arena.global());
      return Linker.nativeLinker()
          .downcallHandle(
              symbols.find("snappy_uncompress").orElseThrow(IllegalArgumentException::new),
              FunctionDescriptor.of(JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static String platform() {
    String system = System.getProperty("os.name").equals("Linux") ? "linux" : "macos";
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return system + "-" + (processor.equals("x86_64") ? "amd64" : processor);
  }
}
