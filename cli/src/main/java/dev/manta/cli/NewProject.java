package dev.manta.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// The files of a new project.
record NewProject(String name, String version, String command, Kit kit) {
  private static final int RUN_LENGTH_MAX = 80;

  void writeTo(Path directory) throws IOException {
    Path sources = Files.createDirectories(directory.resolve("src/main/java/app"));
    Files.writeString(sources.resolve("Train.java"), program());
    Files.writeString(directory.resolve("pom.xml"), text("pom.xml"));
    Files.writeString(directory.resolve("README.md"), text("README.md"));
    Files.writeString(directory.resolve(".gitignore"), "target/\n");
  }

  /// Its run is named like the project, so that two projects do not meet under one name.
  private String program() throws IOException {
    return "package app;\n\n"
        + text(kit.files() + "Train.java")
            .replaceFirst(
                "RunConfig\\.named\\(\"[^\"]*\"\\)", "RunConfig.named(\"" + run() + "\")");
  }

  /// The name as runs may have it.
  String run() {
    String plain = name.replaceFirst("^[^A-Za-z0-9]+", "");
    return plain.isEmpty() ? "run" : plain.substring(0, Math.min(plain.length(), RUN_LENGTH_MAX));
  }

  private String text(String file) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(NewProject.class.getResourceAsStream("project/" + file))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@name@", name)
          .replace("@version@", version)
          .replace("@artifact@", kit.artifact())
          .replace("@run@", kit.run())
          .replace("@manta@", command);
    }
  }
}
