package dev.manta.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// A module of Manta that projects depend on, as Maven knows it.
///
/// @param artifact its name
/// @param jar its jar; none for one that is a POM alone
/// @param pom its POM
record PublishedModule(String artifact, Optional<Path> jar, String pom) {
  private static final List<String> JARS =
      List.of(
          "manta-core",
          "manta-formats",
          "manta-stores",
          "manta-stores-opendal",
          "manta-tune",
          "manta-dashboard",
          "manta-python",
          "manta-torch",
          "manta-tabular",
          "manta-xgboost",
          "manta-lightgbm",
          "manta-tensorflow",
          "manta-djl",
          "manta-spark",
          "manta-testkit",
          "manta-cli");

  /// Those that this process runs from, and the POMs that they need.
  static List<PublishedModule> ofThisProcess() throws IOException {
    List<PublishedModule> all = new ArrayList<>();
    all.add(new PublishedModule("manta", Optional.empty(), resource("published/parent/pom.xml")));
    all.add(new PublishedModule("manta-bom", Optional.empty(), resource("published/bom/pom.xml")));
    for (String artifact : JARS) {
      find(artifact).ifPresent(all::add);
    }
    return all;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = Objects.requireNonNull(PublishedModule.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Maven has put its POM into the jar.
  private static Optional<PublishedModule> find(String artifact) throws IOException {
    String name = "/META-INF/maven/dev.manta/" + artifact + "/pom.xml";
    URL pom = PublishedModule.class.getResource(name);
    if (pom == null || !(pom.openConnection() instanceof JarURLConnection connection)) {
      return Optional.empty();
    }
    Path jar = Path.of(java.net.URI.create(connection.getJarFileURL().toString()));
    try (InputStream in = connection.getInputStream()) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Optional.of(new PublishedModule(artifact, Optional.of(jar), text));
    }
  }
}
