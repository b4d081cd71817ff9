package dev.manta.tensorflow.internal.start;

import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The jars that TensorFlow's classes and native library come from, found without loading anything.
final class TensorflowJars {
  private static final List<String> HELD =
      List.of(
          "dev/manta/tensorflow/internal/start/TensorflowJars.class",
          "org/bytedeco/javacpp/Loader.class",
          "org/tensorflow/Graph.class",
          "org/tensorflow/ndarray/Shape.class",
          "org/tensorflow/proto/GraphDef.class",
          "org/tensorflow/framework/initializers/Glorot.class",
          "com/google/protobuf/Message.class",
          "org/tensorflow/internal/c_api/linux-x86_64/libjnitensorflow.so");

  private TensorflowJars() {}

  static List<Path> all() {
    List<Path> jars = new ArrayList<>();
    HELD.forEach(resource -> holder(resource).ifPresent(jars::add));
    return jars.stream().distinct().toList();
  }

  private static Optional<Path> holder(String resource) {
    URL found = TensorflowJars.class.getClassLoader().getResource(resource);
    return found == null ? Optional.empty() : jar(found.toString());
  }

  /// Of `jar:file:/a.jar!/b`; a file that lies in no jar has none. One in a jar within a jar, as
  /// Spring Boot's launcher names it, has a path that only tells the inner jar's name.
  static Optional<Path> jar(String url) {
    int inner = url.lastIndexOf("!/");
    if (url.startsWith("jar:nested:") && inner > 0) {
      return Optional.of(Path.of(url.substring("jar:nested:".length(), inner)));
    }
    int end = url.indexOf("!/");
    return url.startsWith("jar:file:") && end > 0
        ? Optional.of(Path.of(URI.create(url.substring("jar:".length(), end))))
        : Optional.empty();
  }
}
