package dev.manta.tensorflow.internal.start;

import dev.manta.spi.natives.HoldingJars;
import java.nio.file.Path;
import java.util.List;

/// The jars that TensorFlow's classes and native library come from, found without loading anything.
final class TensorflowJars {
  private static final List<String> HELD =
      List.of(
          "dev/manta/tensorflow/internal/start/TensorflowJars.class",
          "org/bytedeco/javacpp/Loader.class",
          "org/tensorflow/Graph.class",
          "org/tensorflow/ndarray/Shape.class",
          "org/tensorflow/proto/GraphDef.class",
          "com/google/protobuf/Message.class",
          "org/tensorflow/internal/c_api/linux-x86_64/libjnitensorflow.so");

  private TensorflowJars() {}

  static List<Path> all() {
    return HoldingJars.of(TensorflowJars.class.getClassLoader(), HELD);
  }
}
