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

/// What `manta new` makes is a project that Maven builds and that trains.
class NewProjectTest {
  private static final long LIMIT_SECONDS = 300;

  @TempDir Path home = Path.of("");

  /// A user's work: a project is made in a directory, with a repository of Maven's.
  private interface Work {
    void with(Path project, String repository) throws Exception;
  }

  @Test
  void aNewProjectBuildsAndTrains() throws Exception {
    inProject(
        "org/jspecify",
        "line-app",
        (project, repository) -> {
          build(project, repository);
          assertThat(train(project)).contains("FINISHED", "\"slope\":2.99");
          Path jar = project.resolve("target/line-app.jar");
          Shell.Said again = new Shell(home).manta("run", jar.toString());
          assertThat(again.status()).as(again.text()).isZero();
          assertThat(again.text()).contains("line-app-2 finished");
        });
  }

  @Test
  void aNewProjectWithPyTorchBuildsAndTrains() throws Exception {
    inProject(
        "org/bytedeco",
        "spirals-app",
        (project, repository) -> {
          build(project, repository, "--with", "torch");
          assertThat(train(project)).contains("spirals-app finished");
        });
  }

  private void inProject(String needed, String name, Work work) throws Exception {
    assumeTrue(isJar(), "classes in directories cannot be installed; ./manta test has jars");
    Path maven = Path.of(System.getProperty("user.home"), ".m2", "repository");
    assumeTrue(Files.isDirectory(maven.resolve(needed)), "Maven's repository is elsewhere");
    Path repository = view(maven);
    try {
      work.with(home.resolve(name), repository.toString());
    } finally {
      unlink(repository);
    }
  }

  private void build(Path project, String repository, String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("new"));
    words.addAll(List.of(options));
    words.addAll(List.of("--repository", repository, project.toString()));
    Shell.Said made = new Shell(home).manta(words.toArray(String[]::new));
    assertThat(made.status()).as(made.text()).isZero();
    run(project, "mvn", "-B", "-q", "-Dmaven.repo.local=" + repository, "package");
  }

  private String train(Path project) throws Exception {
    List<String> train = JavaCommand.words();
    String jar = "target/" + project.getFileName() + ".jar";
    train.addAll(List.of("-Duser.home=" + home, "-jar", jar));
    return run(project, train.toArray(String[]::new));
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
    builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
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
