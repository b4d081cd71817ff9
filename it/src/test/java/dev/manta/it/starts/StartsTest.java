package dev.manta.it.starts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// However a program is started, its workers have its classes and resources. That a test of JUnit
/// can train is seen in most others.
@Timeout(300)
class StartsTest {
  private static final long LIMIT_SECONDS = 300;
  private static final String TRAINED = " trained: {\"sum\":1.5,\"resource\":\"found\"}";

  @TempDir static Path root = Path.of("");
  private static StrangerProgram program;

  @BeforeAll
  static void compile() throws Exception {
    program = new StrangerProgram(root);
  }

  @Test
  void aSpringBootJarTrains() throws Exception {
    trains("boot", program.springBoot());
  }

  @Test
  void aSpringBootJarTrainsInItsOwnProcess() throws Exception {
    trains("threads", program.springBoot());
  }

  @Test
  void aSpringBootJarTrainsByMantaRun() throws Exception {
    List<String> manta = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path")));
    manta.addAll(List.of("dev.manta.cli.Main", "run", program.springBootJar().toString()));
    trains("run", manta);
  }

  @Test
  void aShadedJarTrains() throws Exception {
    trains("shaded", program.shaded());
  }

  @Test
  void aModuleTrains() throws Exception {
    trains("module", program.modulePath());
  }

  @Test
  void directoriesOfClassesAndResourcesTrain() throws Exception {
    trains("directories", program.gradleRun());
  }

  @Test
  void aJarThatOnlyNamesOthersTrains() throws Exception {
    trains("named", program.ide());
  }

  @Test
  void aJavaOfFewModulesTrains() throws Exception {
    trains("image", program.image().resolve("bin/java"), program.gradleRun());
  }

  private static void trains(String way, List<String> arguments) throws Exception {
    trains(way, Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
  }

  private static void trains(String way, Path java, List<String> arguments) throws Exception {
    List<String> command = new ArrayList<>(JavaCommand.before());
    command.add(java.toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(arguments);
    command.addAll(List.of(way, root.resolve("runs").toString()));
    assertThat(output(way, command)).contains(way + TRAINED);
  }

  private static String output(String way, List<String> command)
      throws IOException, InterruptedException {
    Path out = root.resolve(way + ".out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    assertThat(ended).as(Files.readString(out)).isTrue();
    return Files.readString(out);
  }
}
