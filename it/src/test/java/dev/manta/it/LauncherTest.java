package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The launcher `./manta` in a repository of its own, with a JDK and a Maven that only say how they
/// were called.
class LauncherTest {
  private static final List<String> MODULES =
      List.of("core", "formats", "stores", "stores-opendal", "tune", "cli", "examples", "bench");
  private static final String MAVEN =
      """
      #!/bin/sh
      echo called >> "$HOME/maven.log"
      for module in core formats stores stores-opendal tune cli examples bench; do
        mkdir -p "$HOME/repo/$module/target"
        echo "$module" > "$HOME/repo/$module/target/manta-$module.jar"
      done
      mkdir -p "$HOME/repo/target/manta/lib.new"
      """;

  @TempDir Path home = Path.of("");
  private Path repo = Path.of("");

  @BeforeEach
  void makeRepository() throws IOException {
    repo = home.resolve("repo");
    Files.createDirectories(repo.resolve("tools"));
    for (String file : List.of("manta", "tools/launch.sh")) {
      Files.copy(Sources.root().resolve(file), repo.resolve(file));
    }
    Files.writeString(repo.resolve("pom.xml"), "");
    for (String module : MODULES) {
      Files.createDirectories(repo.resolve(module).resolve("src/main"));
      Files.writeString(repo.resolve(module).resolve("pom.xml"), "");
    }
    script(home.resolve("bin/mvn"), MAVEN);
  }

  private Path jdk(String version) throws IOException {
    Path jdk = home.resolve("jdk-" + version);
    script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
    script(jdk.resolve("bin/java"), "#!/bin/sh\necho \"java " + version + ": $*\"\n");
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return jdk;
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private Shell.Said typed(Path jdk, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("bash"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command).directory(repo.toFile()).redirectErrorStream(true);
    builder.environment().put("HOME", home.toString());
    builder.environment().put("PATH", home.resolve("bin") + ":/usr/bin:/bin");
    builder.environment().put("JAVA_HOME", jdk.toString());
    // with options of the user's no cache is made in the background
    builder.environment().put("MANTA_JAVA_OPTS", "-Dmanta.test=true");
    Path out = Files.createTempFile(home, "out", ".txt");
    Process process = builder.redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return new Shell.Said(process.exitValue(), Files.readString(out));
  }

  /// Calls a function of `tools/launch.sh`.
  private Shell.Said called(String setting, String... words) throws Exception {
    List<String> command = new ArrayList<>(List.of("-c"));
    command.add("home=$PWD; . tools/launch.sh; " + setting + "\"$@\"");
    command.add("launch");
    command.addAll(List.of(words));
    return typed(jdk("25.0.1"), command.toArray(String[]::new));
  }

  @Test
  void theSecondStartDoesWithoutMaven() throws Exception {
    Path jdk = jdk("25.0.1");
    Shell.Said first = typed(jdk, "manta", "version");
    Shell.Said second = typed(jdk, "manta", "version");

    assertThat(first.text()).contains("manta: building", "dev.manta.cli.Main version");
    assertThat(second.text()).startsWith("java 25.0.1: ").contains("dev.manta.cli.Main version");
    assertThat(Files.readAllLines(home.resolve("maven.log"))).containsExactly("called");
  }

  @Test
  void anOlderJdkIsPassedOver() throws Exception {
    Path old = jdk("17.0.2");

    assertThat(typed(old, "-c", "home=$PWD; . tools/launch.sh; try_jdk \"$JAVA_HOME\"").status())
        .isEqualTo(1);
    assertThat(called("", "try_jdk", jdk("25.0.1").toString()).status()).isZero();
  }

  @Test
  void aMissingJdkIsOneLineThatSaysWhatToDo() throws Exception {
    Shell.Said said = called("try_jdk() { return 1; }; ", "find_jdk");

    assertThat(said.status()).isEqualTo(1);
    assertThat(said.text()).startsWith("manta: JDK 25 was not found; install one").hasLineCount(1);
  }

  @Test
  void aFrameworkIsBroughtWhereverItsOptionStandsBeforeTheProgram() throws Exception {
    assertThat(broughtFor("run", "--with", "cuda", "app.jar")).isEqualTo("cuda");
    assertThat(broughtFor("run", "--detach", "--with", "torch", "app.jar")).isEqualTo("torch");
    assertThat(broughtFor("run", "-cp", "lib.jar", "--with=cuda", "Train.java")).isEqualTo("cuda");
    assertThat(broughtFor("bench", "start", "--with", "torch")).isEqualTo("torch");
    assertThat(broughtFor("run", "Train.java", "--with", "cuda")).isEmpty();
    assertThat(broughtFor("run", "app.jar", "--with", "milk")).isEmpty();
  }

  @Test
  void aFrameworkIsBroughtForWordsOfMantasOwnThatNeedIt() throws Exception {
    assertThat(broughtFor("bench", "gpu")).isEqualTo("cuda");
    assertThat(broughtFor("bench", "ddp")).isEqualTo("torch");
    assertThat(broughtFor("cluster", "local", "--nodes", "2", "--", "demo", "torch"))
        .isEqualTo("torch");
    assertThat(broughtFor("demo")).isEmpty();
    assertThat(broughtFor()).isEmpty();
  }

  @Test
  void aFrameworkIsBroughtForASourceThatImportsIt() throws Exception {
    Files.writeString(repo.resolve("Net.java"), "import dev.manta.torch.Torch;\n");
    Files.writeString(repo.resolve("Plain.java"), "class Plain {}\n");

    assertThat(broughtFor("run", "--detach", "Net.java")).isEqualTo("torch");
    assertThat(broughtFor("run", "Plain.java", "--with", "torch")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"torch", "xgboost", "lightgbm", "tensorflow", "djl"})
  void eachFrameworkIsBroughtByItsOptionAndByAnImport(String name) throws Exception {
    Files.writeString(repo.resolve("Some.java"), "import dev.manta.%s.Some;\n".formatted(name));
    Files.writeString(
        repo.resolve("Static.java"), "import static dev.manta.%s.Some.thing;\n".formatted(name));

    assertThat(broughtFor("run", "--with", name, "app.jar")).isEqualTo(name);
    assertThat(broughtFor("shell", "--with=" + name)).isEqualTo(name);
    assertThat(broughtFor("demo", name)).isEqualTo(name);
    assertThat(broughtFor("run", "Some.java")).isEqualTo(name);
    assertThat(broughtFor("run", "--quiet", "Static.java", "7")).isEqualTo(name);
  }

  @Test
  void aSourceThatImportsTwoFrameworksIsRefused() throws Exception {
    Files.writeString(
        repo.resolve("Both.java"),
        "import dev.manta.xgboost.XGBoost;\nimport static dev.manta.lightgbm.LightGBM.of;\n");
    Shell.Said said = called("", "find_framework", "run", "Both.java");

    assertThat(said.status()).isEqualTo(1);
    assertThat(said.text())
        .isEqualTo(
            "manta: Both.java imports dev.manta.xgboost and dev.manta.lightgbm; a program has the"
                + " jars of one framework\n");
  }

  @Test
  void anImportOfWhatFrameworksShareBringsNone() throws Exception {
    Files.writeString(
        repo.resolve("Rows.java"),
        "import dev.manta.tabular.Table;\n// import dev.manta.djl.Djl;\n");

    assertThat(broughtFor("run", "Rows.java")).isEmpty();
  }

  @Test
  void aFrameworkThatIsNoneIsRefusedWithThoseThereAre() throws Exception {
    Shell.Said said = called("", "find_framework", "run", "--with", "torhc", "app.jar");

    assertThat(said.status()).isEqualTo(1);
    assertThat(said.text())
        .startsWith("manta: there is no framework \"torhc\"; there are: torch cuda");
  }

  @Test
  void eachFrameworkHasABuildOfItsOwnModules() throws Exception {
    List<String> builds = new ArrayList<>();
    for (String name : called("", "framework_names").text().strip().split(" ")) {
      builds.add(called("framework=" + name + "; use_framework; ", "eval", "echo $work").text());
      String modules =
          called("framework=" + name + "; use_framework; ", "eval", "echo $launched").text();
      for (String module : modules.strip().split(" ")) {
        assertThat(Sources.root().resolve(module).resolve("pom.xml")).exists();
      }
    }
    assertThat(builds).doesNotHaveDuplicates().hasSizeGreaterThan(1);
  }

  private String broughtFor(String... words) throws Exception {
    List<String> call =
        new ArrayList<>(List.of("eval", "find_framework " + String.join(" ", words)));
    call.add("; printf %s \"$framework\"");
    return called("", call.toArray(String[]::new)).text();
  }
}
