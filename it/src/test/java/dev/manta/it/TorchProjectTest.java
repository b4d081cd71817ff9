package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.torch.Torch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `manta new --with torch` makes is a project that Maven builds and that trains.
class TorchProjectTest {
  private static final long LIMIT_SECONDS = 180;

  @TempDir Path home = Path.of("");

  @Test
  void aNewProjectBuildsAndTrains() throws Exception {
    assumeTrue(isJar(), "classes in directories cannot be installed; ./manta test has jars");
    Path maven = Path.of(System.getProperty("user.home"), ".m2", "repository");
    assumeTrue(Files.isDirectory(maven.resolve("org/bytedeco")), "Maven's repository is elsewhere");
    Path repository = view(maven);
    try {
      buildAndTrain(repository.toString());
    } finally {
      unlink(repository);
    }
  }

  private void buildAndTrain(String place) throws Exception {
    Path project = home.resolve("spirals-app");
    Shell.Said made =
        new Shell(home).manta("new", "--with", "torch", "--repository", place, project.toString());
    assertThat(made.status()).as(made.text()).isZero();
    run(project, "mvn", "-B", "-o", "-q", "-Dmaven.repo.local=" + place, "package");
    List<String> train = JavaCommand.words();
    train.addAll(List.of("-Duser.home=" + home, "-jar", "target/spirals-app.jar"));
    assertThat(run(project, train.toArray(String[]::new))).contains("spirals finished");
  }

  private static boolean isJar() {
    String place = Torch.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return place.endsWith(".jar");
  }

  /// All that Maven has, with a place of its own for Manta's jars.
  private Path view(Path maven) throws IOException {
    Path view = Files.createDirectories(home.resolve("repository"));
    try (Stream<Path> groups = Files.list(maven)) {
      for (Path group : groups.filter(g -> !g.endsWith("dev")).toList()) {
        Files.createSymbolicLink(view.resolve(group.getFileName()), group);
      }
    }
    return view;
  }

  /// Nothing that cleans up may follow the links.
  private static void unlink(Path view) throws IOException {
    try (Stream<Path> groups = Files.list(view)) {
      for (Path group : groups.filter(Files::isSymbolicLink).toList()) {
        Files.delete(group);
      }
    }
  }

  private String run(Path directory, String... command) throws Exception {
    Path out = Files.createTempFile(home, "out", ".txt");
    var builder = new ProcessBuilder(new ArrayList<>(List.of(command)));
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process =
        builder
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    String text = Files.readString(out);
    assertThat(ended && process.exitValue() == 0).as(text).isTrue();
    return text;
  }
}
