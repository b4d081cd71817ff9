package dev.manta.it.starts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/// A program of somebody who has never seen the sources of Manta, compiled once and packed in many
/// ways.
final class StrangerProgram {
  static final String MAIN = "stranger.Train";
  private static final String LOADER = "org.springframework.boot.loader.launch.JarLauncher";

  private final Path root;
  private final Path core;
  private final Path classes;
  private final Path resources;

  StrangerProgram(Path root) throws Exception {
    this.root = root;
    this.core = core();
    this.classes = compile();
    this.resources = Files.createDirectories(root.resolve("resources"));
    Files.writeString(resources.resolve("resource.txt"), "found\n");
  }

  /// Manta's jar; classes in a directory are packed first.
  private Path core() throws IOException, URISyntaxException {
    Path own = Path.of(Manta.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar = root.resolve("manta-core-0.1.0.jar");
    if (Files.isRegularFile(own)) {
      return Files.copy(own, jar);
    }
    try (var writer = new JarWriter(jar, Map.of("Automatic-Module-Name", "dev.manta.core"))) {
      writer.directory(own, "", name -> name.startsWith("dev/manta/"));
    }
    return jar;
  }

  private Path compile() throws IOException {
    Path sources = Files.createDirectories(root.resolve("src"));
    for (String name : List.of("Train.java", "module-info.java")) {
      try (var in = StrangerProgram.class.getResourceAsStream("/starts/" + name)) {
        Files.copy(java.util.Objects.requireNonNull(in), sources.resolve(name));
      }
    }
    Path out = root.resolve("classes");
    tool(
        "javac",
        List.of(
            "-nowarn",
            "-p",
            core.toString(),
            "-d",
            out.toString(),
            sources.resolve("module-info.java").toString(),
            sources.resolve("Train.java").toString()));
    return out;
  }

  static void tool(String name, List<String> arguments) {
    var said = new StringWriter();
    var out = new PrintWriter(said);
    int status =
        ToolProvider.findFirst(name).orElseThrow().run(out, out, arguments.toArray(String[]::new));
    assertThat(status).as("%s %s\n%s", name, arguments, said).isZero();
  }

  /// An executable jar as Spring Boot's plugins make it.
  List<String> springBoot() throws IOException, ClassNotFoundException, URISyntaxException {
    return List.of("-jar", springBootJar().toString());
  }

  Path springBootJar() throws IOException, ClassNotFoundException, URISyntaxException {
    Path jar = root.resolve("boot app.jar");
    if (Files.exists(jar)) {
      return jar;
    }
    Path loader =
        Path.of(Class.forName(LOADER).getProtectionDomain().getCodeSource().getLocation().toURI());
    Map<String, String> manifest =
        Map.of(
            "Main-Class",
            LOADER,
            "Start-Class",
            MAIN,
            "Spring-Boot-Version",
            "4.0.7",
            "Spring-Boot-Classes",
            "BOOT-INF/classes/",
            "Spring-Boot-Lib",
            "BOOT-INF/lib/");
    try (var writer = new JarWriter(jar, manifest)) {
      writer.content(loader).directory("BOOT-INF/").directory("BOOT-INF/classes/");
      writer.directory(classes, "BOOT-INF/classes/").directory(resources, "BOOT-INF/classes/");
      writer.directory("BOOT-INF/lib/").stored("BOOT-INF/lib/" + core.getFileName(), core);
    }
    return jar;
  }

  /// One jar of all classes, as Maven's shade plugin makes it.
  List<String> shaded() throws IOException {
    Path jar = root.resolve("shaded.jar");
    try (var writer = new JarWriter(jar, Map.of("Main-Class", MAIN))) {
      writer.content(core).directory(resources, "");
      writer.directory(classes, "", name -> !name.equals("module-info.class"));
    }
    return List.of("-jar", jar.toString());
  }

  /// A module of its own, its resources among its classes.
  List<String> modulePath() throws IOException {
    Path modules = Files.createDirectories(root.resolve("modules"));
    Files.copy(core, modules.resolve(core.getFileName()));
    try (var writer = new JarWriter(modules.resolve("stranger.jar"), Map.of())) {
      writer.directory(classes, "").directory(resources, "");
    }
    return List.of("-p", modules.toString(), "-m", "stranger/" + MAIN);
  }

  /// What Gradle's `run` starts: classes and resources in directories of their own.
  List<String> gradleRun() {
    return List.of("-cp", joined(classes, resources, core), MAIN);
  }

  /// What an IDE starts when the command line is too long: a file of arguments, and a jar that has
  /// nothing but a manifest.
  List<String> ide() throws IOException {
    Path jar = root.resolve("classpath.jar");
    String names = "%s %s %s".formatted(classes.toUri(), resources.toUri(), core.getFileName());
    try (var writer = new JarWriter(jar, Map.of("Class-Path", names))) {
      assertThat(writer).isNotNull();
    }
    Path arguments = root.resolve("arguments");
    Files.writeString(arguments, "-classpath\n\"" + jar + "\"\n" + MAIN + "\n");
    return List.of("@" + arguments);
  }

  /// A Java of the few modules that Manta needs.
  Path image() {
    Path image = root.resolve("image");
    tool(
        "jlink",
        List.of("--add-modules", "java.base,jdk.unsupported", "--output", image.toString()));
    return image;
  }

  private static String joined(Path... paths) {
    return String.join(
        File.pathSeparator, java.util.stream.Stream.of(paths).map(Path::toString).toList());
  }
}
