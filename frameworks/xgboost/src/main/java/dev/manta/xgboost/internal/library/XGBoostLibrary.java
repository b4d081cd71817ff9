package dev.manta.xgboost.internal.library;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.natives.UnpackedResource;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;

/// The native library, loaded once in a process.
public final class XGBoostLibrary {
  /// The property that says that a process will need it.
  public static final String PRELOAD = "manta.xgboost.preload";

  private static final SymbolLookup SYMBOLS = open(file());
  private static final MethodHandle LAST_ERROR =
      Linker.nativeLinker()
          .downcallHandle(symbol("XGBGetLastError"), FunctionDescriptor.of(ValueLayout.ADDRESS));

  private XGBoostLibrary() {}

  /// Loads it, unless it is loaded.
  public static void load() {
    if (SYMBOLS.find("XGBoostVersion").isEmpty()) {
      throw new MantaException(ErrorCode.USER, "the library is not XGBoost's");
    }
  }

  private static Path file() {
    String resource = resource();
    URL url = XGBoostLibrary.class.getClassLoader().getResource(resource);
    if (url == null) {
      throw new MantaException(
          ErrorCode.USER,
          "XGBoost is not on the class path for this machine (%s): add the module manta-xgboost with the jar xgboost4j"
              .formatted(resource));
    }
    return UnpackedResource.file(url, "XGBoost");
  }

  /// As the jar names it.
  private static String resource() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String processor = machine.equals("aarch64") || machine.equals("arm64") ? "aarch64" : "x86_64";
    return system.contains("mac")
        ? "lib/macos/" + processor + "/libxgboost4j.dylib"
        : "lib/linux/" + processor + "/libxgboost4j.so";
  }

  private static SymbolLookup open(Path file) {
    try {
      return SymbolLookup.libraryLookup(file, Arena.global());
    } catch (IllegalArgumentException e) {
      throw new MantaException(ErrorCode.CLUSTER, "XGBoost cannot be loaded: " + reason(file), e);
    }
  }

  /// The JDK says why only when it loads a library in its other way.
  private static String reason(Path file) {
    try {
      System.load(file.toString());
      return file + " is not a library";
    } catch (UnsatisfiedLinkError e) {
      String hint =
          String.valueOf(e.getMessage()).contains("libgomp")
              ? "; install libgomp (apt install libgomp1, dnf install libgomp)"
              : "";
      return e.getMessage() + hint;
    }
  }

  static MemorySegment symbol(String name) {
    return SYMBOLS
        .find(name)
        .orElseThrow(() -> new MantaException(ErrorCode.USER, "XGBoost has no function " + name));
  }

  /// What the last call of this thread failed with.
  static String lastError() {
    try {
      var text = (MemorySegment) LAST_ERROR.invokeExact();
      return NativeTexts.read(text);
    } catch (Throwable e) {
      throw new IllegalStateException("XGBoost's error cannot be read", e);
    }
  }
}
