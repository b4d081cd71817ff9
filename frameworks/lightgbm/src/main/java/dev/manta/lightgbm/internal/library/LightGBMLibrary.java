package dev.manta.lightgbm.internal.library;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.natives.StatusFunction;
import dev.manta.spi.natives.UnpackedResource;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The functions of LightGBM's library, which is loaded once per process.
public final class LightGBMLibrary {
  /// The variable that names another build of the library than the jar's.
  private static final String OTHER = "MANTA_LIGHTGBM_LIBRARY";

  private static @Nullable LightGBMLibrary loaded;

  private final SymbolLookup symbols;
  private final MethodHandle lastError;
  private final Map<String, StatusFunction> functions = new ConcurrentHashMap<>();

  private LightGBMLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
    this.lastError =
        Linker.nativeLinker()
            .downcallHandle(
                symbols.findOrThrow("LGBM_GetLastError"), FunctionDescriptor.of(ADDRESS));
  }

  /// Loads it unless this process has it already.
  public static synchronized LightGBMLibrary load() {
    LightGBMLibrary known = loaded;
    if (known == null) {
      known = open(file());
      loaded = known;
    }
    return known;
  }

  private static Path file() {
    String other = System.getenv(OTHER);
    return other == null || other.isBlank() ? ofJar() : given(other);
  }

  private static Path given(String other) {
    Path file = Path.of(other);
    if (!file.isAbsolute() || !Files.isReadable(file)) {
      throw new MantaException(
          ErrorCode.USER,
          "%s is %s, which is not the absolute path of a file that can be read here: name a lib_lightgbm.so that every worker's machine has, or leave the variable out"
              .formatted(OTHER, other));
    }
    return file;
  }

  private static Path ofJar() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String resource = resource(system, processor);
    URL url = LightGBMLibrary.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new MantaException(
          ErrorCode.USER,
          "LightGBM has no library for %s on %s, or io.github.metarank:lightgbm4j is not on the class path (%s was looked for)"
              .formatted(system, processor, resource));
    }
    return UnpackedResource.file(url, "LightGBM");
  }

  /// The library's place in the jar.
  static String resource(String system, String processor) {
    String arch = processor.matches("aarch64|arm64") ? "aarch64" : "x86_64";
    return system.contains("mac")
        ? "lightgbm4j/osx/" + arch + "/lib_lightgbm.dylib"
        : "lightgbm4j/linux/" + arch + "/lib_lightgbm.so";
  }

  private static LightGBMLibrary open(Path file) {
    try {
      return new LightGBMLibrary(SymbolLookup.libraryLookup(file, Arena.global()));
    } catch (NoSuchElementException e) {
      throw new MantaException(
          ErrorCode.USER, "%s is not a library of LightGBM: %s".formatted(file, e.getMessage()), e);
    } catch (IllegalArgumentException e) {
      throw new MantaException(
          ErrorCode.USER,
          "LightGBM's library cannot be loaded from %s: it needs OpenMP's library, which is libgomp1 on Debian, libgomp on Fedora and libomp on macOS; install that"
              .formatted(file),
          e);
    }
  }

  /// Calls a function.
  ///
  /// @param name without `LGBM_`
  /// @param parameters a letter for each: `p` a pointer, `l` a long, `i` an int
  /// @throws LightGBMError where it fails
  public void call(String name, String parameters, Object... arguments) {
    StatusFunction function =
        functions.computeIfAbsent(
            name, _ -> StatusFunction.of(symbols.findOrThrow("LGBM_" + name), parameters));
    if (function.call(arguments) != 0) {
      throw new LightGBMError(name, lastError());
    }
  }

  /// What the last call of this thread failed with.
  private String lastError() {
    try {
      var text = (MemorySegment) lastError.invokeExact();
      return text.reinterpret(Integer.MAX_VALUE).getString(0);
    } catch (Throwable e) {
      throw new IllegalStateException("LightGBM's error cannot be read", e);
    }
  }
}
