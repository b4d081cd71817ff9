package dev.manta.tensorflow.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.bytedeco.javacpp.Loader;
import org.tensorflow.TensorFlow;

/// The one door to TensorFlow's native library: loads it once per process, unpacked once per user.
public final class Natives {
  private static final String PRELOAD_PROPERTY = "dev.manta.tensorflow.preload";

  /// The JVM option by which a run says that its function uses TensorFlow.
  public static final String PRELOAD = "-D" + PRELOAD_PROPERTY + "=true";

  private static boolean loaded;

  private Natives() {}

  /// Whether this process was started with [#PRELOAD].
  public static boolean isPreloadAsked() {
    return Boolean.getBoolean(PRELOAD_PROPERTY);
  }

  /// Loads TensorFlow unless this process has it already.
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    settings();
    try {
      NativeDirectory.choose().load(Natives::loadLibrary);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the directory for TensorFlow's native libraries cannot be used; name another one with"
              + " -Dorg.bytedeco.javacpp.cachedir=DIR",
          e);
    }
    loaded = true;
  }

  /// JavaCPP's limits follow the Java heap, which says nothing about tensors.
  private static void settings() {
    ifAbsent("org.bytedeco.javacpp.maxBytes", "0");
    ifAbsent("org.bytedeco.javacpp.maxPhysicalBytes", "0");
  }

  private static void ifAbsent(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  private static List<Path> loadLibrary() {
    try {
      TensorFlow.version();
      return NativeDirectory.loaded();
    } catch (LinkageError e) {
      throw new IllegalStateException(
          "TensorFlow's native library for %s cannot be loaded; is org.tensorflow:tensorflow-core-native with that classifier on the class path?"
              .formatted(Loader.getPlatform()),
          e);
    }
  }
}
